"""Kernels of the stage match."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
