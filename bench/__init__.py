"""Benchmarks: how fast, and how right."""
