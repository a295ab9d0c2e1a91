"""Kernels of the stage align."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
