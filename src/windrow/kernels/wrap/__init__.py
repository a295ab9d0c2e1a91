"""Kernels of the stage wrap."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
