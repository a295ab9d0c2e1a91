"""Compares columns: with their state when they were learned, and with each other."""
