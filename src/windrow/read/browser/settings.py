"""How a page is shown."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a page may do and use while a browser shows it."""

    seconds: float = 45.0  # for the whole page; then the browser is ended
    settle: float = 12.0  # seconds to wait for the page to settle; then it is taken as it is
    quiet: float = 0.6  # seconds in which nothing may happen before a page is ready
    patience: float = 2.5  # the same if scripts have made hardly any text yet
    scroll: int = 0  # how often to scroll to the end, as long as the page grows
    gather: bool = False  # scroll window by window, press "load more", keep removed rows
    close_banners: bool = False  # close cookie banners
    scripts: bool = True  # the page's own
    memory: int = 2_000_000_000  # bytes of memory, all processes of the browser together
    sent: tuple[tuple[str, str], ...] = ()  # a form that is sent to the page's address
    traffic: int = 200_000_000  # bytes from the network
    picture: bool = False  # also take a picture
    width: int = 1280  # of the window, in pixels
    height: int = 1024
