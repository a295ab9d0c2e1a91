"""Benchmarks: how fast, and how right."""

import os

# The matrices of the fits are small, and on a busy machine the threads of BLAS wait for each other:
# the fit by pairs took 55 s with two threads and 5 s with one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
