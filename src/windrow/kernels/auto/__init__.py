"""Kernels of the stage auto."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
