"""Records with their outcomes worked out once a run, however many cells ask for them."""

from __future__ import annotations

from dataclasses import dataclass, field

from fe_core.records.model import Records
from fe_core.scoring import outcomes as scoring
from fe_core.scoring import rotation as rotating
from fe_core.scoring.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Scored:
    """Records and what was worked out of them."""

    records: Records
    _outcomes: dict[str, dict[str, Outcome]] = field(default_factory=dict)
    _identities: dict[tuple[str, int], dict[str, str | None]] = field(default_factory=dict)

    def outcomes(self, run: str) -> dict[str, Outcome]:
        """Item id → outcome at rotation zero."""
        if run not in self._outcomes:
            self._outcomes[run] = scoring.outcomes(self.records, run)
        return self._outcomes[run]

    def identities(self, run: str, rotation: int = 0) -> dict[str, str | None]:
        """Item id → the option chosen, None for an invalid answer."""
        at = run, rotation
        if at not in self._identities:
            self._identities[at] = rotating.identities(self.records, run, rotation)
        return self._identities[at]
