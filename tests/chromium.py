"""Tests in a browser need one; where CI is set, a missing browser is a failure."""

import os

import pytest

from windrow.read.browser import missing

__all__ = ["PATIENCE", "require_browser"]

PATIENCE = 300_000.0
"""Milliseconds that a page may take to show something, however busy the machine is."""


def require_browser() -> None:
    """Skip the tests that follow if there is no browser; with CI set, fail."""
    if lack := missing():
        if os.environ.get("CI"):
            pytest.fail(f"no browser to test with: {lack[0]}; {lack[1]}")
        pytest.skip(f"no browser: {lack[0]}")
