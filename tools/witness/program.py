"""A constraint program whose every constraint names the printed fact that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fe_core.errors import FeError, UsageError

SECONDS = 60.0
"""Deterministic time that one program may take: the solver's own clock, the same everywhere."""


class ClashError(FeError):
    """Facts that cannot hold together: `facts` is a minimal set of them."""

    def __init__(self, what: str, facts: tuple[str, ...]) -> None:
        self.facts = facts
        super().__init__(f"{what}: no answers meet these facts together: {', '.join(facts)}")


class Program:
    """Booleans, integers and linear constraints; every constraint belongs to a fact.

    traced: keep each fact behind a switch, so that a minimal clashing set can be found.
    """

    def __init__(self, *, traced: bool = False) -> None:
        self.model = _solver_module().CpModel()
        self.traced = traced
        self.facts: dict[str, int] = {}
        self._switches: dict[str, Any] = {}

    def boolean(self) -> Any:
        """A new variable with the values 0 and 1."""
        return self.model.new_bool_var("")

    def integer(self, low: int, high: int) -> Any:
        """A new integer variable."""
        return self.model.new_int_var(low, high, "")

    def all_of(self, booleans: Sequence[Any]) -> Any:
        """A variable that is 1 exactly where all of `booleans` are."""
        product = self.boolean()
        for factor in booleans:
            self.model.add_implication(product, factor)
        self.model.add(product >= sum(booleans) - (len(booleans) - 1))
        return product

    def product(self, factors: Sequence[Any], high: int) -> Any:
        """An integer variable equal to the product of integer variables, at most `high`."""
        value = self.integer(0, high)
        self.model.add_multiplication_equality(value, factors)
        return value

    def holds(self, constraint: Callable[[], Any], negated: Callable[[], Any]) -> Any:
        """A variable that is 1 where `constraint()` holds and 0 where `negated()` does."""
        switch = self.boolean()
        self.model.add(constraint()).only_enforce_if(switch)
        self.model.add(negated()).only_enforce_if(~switch)
        return switch

    def always(self, constraint: Any) -> None:
        """Add a constraint that defines a variable and states no fact."""
        self.model.add(constraint)

    def fact(self, name: str, constraint: Any) -> None:
        """Add a constraint that the fact `name` states."""
        self.facts[name] = self.facts.get(name, 0) + 1
        if isinstance(constraint, bool):
            constraint = self.model.add(sum([]) == (0 if constraint else 1))
        else:
            constraint = self.model.add(constraint)
        if self.traced:
            constraint.only_enforce_if(self._switch(name))

    def prefer(self, cost: Any) -> None:
        """Minimise `cost`: a wish, no fact."""
        if not self.traced:
            self.model.minimize(cost)

    def solve(self, *, seed: int = 0, seconds: float = SECONDS) -> Callable[[Any], int] | None:
        """The value of every variable, or None where there is no solution within the time."""
        solver = self._solver(seed, seconds)
        status = solver.solve(self.model)
        module = _solver_module()
        if status in (module.OPTIMAL, module.FEASIBLE):
            return lambda variable: int(solver.value(variable))
        return None

    def clash(self, *, seconds: float = SECONDS) -> tuple[str, ...]:
        """Facts of a traced program that clash, none of which can be left out; () if none do."""
        names = self._core(list(self._switches), seconds)
        for name in list(names):
            rest = [kept for kept in names if kept != name]
            smaller = self._core(rest, seconds) if rest else []
            if smaller:
                names = [kept for kept in rest if kept in smaller]
        return tuple(names)

    def _core(self, names: Sequence[str], seconds: float) -> list[str]:
        module = _solver_module()
        self.model.clear_assumptions()
        self.model.add_assumptions([self._switches[name] for name in names])
        solver = self._solver(0, seconds)
        if solver.solve(self.model) != module.INFEASIBLE:
            return []
        core = set(solver.sufficient_assumptions_for_infeasibility())
        return [name for name in names if self._switches[name].index in core]

    def _switch(self, name: str) -> Any:
        if name not in self._switches:
            self._switches[name] = self.boolean()
        return self._switches[name]

    def _solver(self, seed: int, seconds: float) -> Any:
        solver = _solver_module().CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.random_seed = seed
        solver.parameters.max_deterministic_time = seconds
        solver.parameters.max_time_in_seconds = float("inf")
        return solver


def solved(
    what: str, declare: Callable[[Program], None], *, seeds: Sequence[int] = (0, 1, 2)
) -> Callable[[Any], int]:
    """Solve what `declare` states; where it clashes, say which facts do.

    Raises ClashError with a minimal clashing set, or UsageError where the time was too short.
    """
    for seed in seeds:
        program = Program()
        declare(program)
        values = program.solve(seed=seed)
        if values is not None:
            return values
    traced = Program(traced=True)
    declare(traced)
    facts = traced.clash()
    if facts:
        raise ClashError(what, facts)
    raise UsageError(f"{what}: no solution within {SECONDS} deterministic seconds; raise the limit")


def chosen(values: Callable[[Any], int], booleans: Sequence[Any]) -> Iterator[int]:
    """The positions of the booleans that are 1."""
    return (position for position, boolean in enumerate(booleans) if values(boolean))


def _solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise UsageError(
            "constructing witness records needs OR-Tools; install the kit with its extra 'witness'"
        ) from None
    return cp_model
