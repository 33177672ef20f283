"""The solver as every model here uses it: one worker, one seed, deterministic time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fe_core.errors import FeError

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEED = 20261010
DETERMINISTIC_TIME = 30.0


def model() -> cp_model.CpModel:
    """An empty model. Raises FeError where the solver is not installed."""
    return _solver_module().CpModel()  # type: ignore[no-any-return]


def solve(m: cp_model.CpModel, what: str) -> Callable[[Any], int]:
    """The value of each expression in a solution. Raises FeError if none is found."""
    module = _solver_module()
    solver = module.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = DETERMINISTIC_TIME
    status = solver.solve(m)
    if status not in (module.OPTIMAL, module.FEASIBLE):
        raise FeError(f"no solution for {what}: status={solver.status_name(status)!r}")
    return lambda expression: int(solver.value(expression))


def _solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise FeError(
            "building witness records needs OR-Tools; install the optional extra 'witness'"
        ) from None
    return cp_model
