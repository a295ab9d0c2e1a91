"""Kernels of the stage tree."""

from windrow.kernels import loader

__getattr__ = loader(__name__)
