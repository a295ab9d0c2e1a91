"""Kernels of the stage read."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
