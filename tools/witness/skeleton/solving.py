"""The solver as the skeleton uses it: one worker, one seed, deterministic time.

Its parameters are its own and stay: with others it finds other items, and all runs with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fe_core.errors import FeError
from tools.witness.program import ClashError, Program

SEED = 20261010
DETERMINISTIC_TIME = 30.0


def solved(
    what: str, declare: Callable[[Program], None], *, linearization: int = 1
) -> Callable[[Any], int]:
    """The value of each variable in a solution of what `declare` states.

    linearization: how much the solver leans on linear relaxations; 0 suits the audit best.
    Raises ClashError with a minimal set of clashing facts, UsageError where the solver is not
    installed, FeError where its time did not do.
    """
    program = Program()
    declare(program)
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.linearization_level = linearization
    solver.parameters.max_deterministic_time = DETERMINISTIC_TIME
    status = solver.solve(program.model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return lambda variable: int(solver.value(variable))
    traced = Program(traced=True)
    declare(traced)
    facts = traced.clash()
    if facts:
        raise ClashError(what, facts)
    raise FeError(f"{what}: no solution within {DETERMINISTIC_TIME} deterministic seconds")
