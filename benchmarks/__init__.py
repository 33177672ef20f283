"""Speed of whole-cluster bootstraps: this kit against NumPy, SciPy, arch and plain Python."""
