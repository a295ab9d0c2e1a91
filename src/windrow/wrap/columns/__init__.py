"""Columns compared: with what they were when they were learned, and with each other."""
