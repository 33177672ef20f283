"""Peak memory of one engine call, in a process of its own: python -m benchmarks.memory W4 2."""

from __future__ import annotations

import resource
import subprocess
import sys


def peak_megabytes(name: str, threads: int, draws: int) -> float:
    """Peak resident size of a fresh process that runs a workload once."""
    command = [sys.executable, "-m", "benchmarks.memory", name, str(threads), str(draws)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def _run(name: str, threads: int, draws: int) -> None:
    import fe_boot

    from .ours import engine_endpoints, packed
    from .workloads import workload

    work = workload(name, draws)
    engine_endpoints(fe_boot, work, packed(work), "mt-blocks/1", threads)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    _run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
