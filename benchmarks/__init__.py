"""Speed of whole-cluster bootstraps: this kit against NumPy, SciPy, arch and plain Python."""

import os

# One BLAS thread, and OpenBLAS choosing its own kernels; both must be set before NumPy loads.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
os.environ.pop("OPENBLAS_CORETYPE", None)
