"""Alignment -> Table."""
