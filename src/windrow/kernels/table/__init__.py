"""Kernels of the stage table."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
