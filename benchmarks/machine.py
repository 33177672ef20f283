"""Facts about the machine that the figures come from."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path


def facts() -> dict[str, str]:
    """Processor, cores, load and versions, as text."""
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    found = {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0))),
        "load before the run (1, 5, 15 min)": load,
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "BLAS threads": os.environ.get("OPENBLAS_NUM_THREADS", "unset"),
    }
    for name in ("numpy", "scipy", "arch", "fe-boot"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
