"""Finds playwright, and a Chromium for it to drive."""

from __future__ import annotations

import os
import sys

from windrow.errors import NoBrowser

__all__ = ["CHROMIUM", "chromium", "missing"]

CHROMIUM = "WINDROW_CHROMIUM"
"""The variable that names the browser, where it is not to be looked for."""

_NAMES = (
    "chromium chromium-browser google-chrome google-chrome-stable chrome chrome-headless-shell "
    "microsoft-edge brave-browser"
).split()
_PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
    "win32": (
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ),
}

_GET_CHROMIUM = (
    "install Chromium or Chrome (Debian, Ubuntu: apt install chromium; Fedora: dnf install "
    f"chromium; macOS: brew install --cask chromium), or name one in {CHROMIUM}"
)


def chromium() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    # Most pages are never shown, and these imports take as long as a small page.
    import shutil

    if named := os.environ.get(CHROMIUM):
        return shutil.which(named)
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    return found or next(filter(os.path.exists, _PLACES.get(sys.platform, ())), None)


def missing() -> tuple[str, str] | None:
    """Return what is missing for showing pages, and how to get it; None if all is there."""
    from importlib.util import find_spec

    if find_spec("playwright") is None:
        return "playwright is not installed", "pip install 'windrow[browser]'"
    if chromium() is None:
        named = os.environ.get(CHROMIUM)
        return f"there is no {named}" if named else "no Chromium was found", _GET_CHROMIUM
    return None


def require_browser(source: str) -> str:
    """Return the path of a browser for *source*; raise `NoBrowser` with a hint how to get one."""
    if lack := missing():
        raise NoBrowser(source, lack[0], hint=lack[1])
    path = chromium()
    assert path is not None
    return path
