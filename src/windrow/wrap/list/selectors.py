"""Keys and locators as XPath and CSS, for people and for other programs."""

from __future__ import annotations

import re

from windrow.wrap.list.locate import Path
from windrow.wrap.steps import Step, parse_step

__all__ = ["key_css", "key_xpath", "path_css", "path_xpath"]

_PLAIN = re.compile(r"-?[A-Za-z_][\w-]*")
_TEXT = re.compile(r"#text")


def key_xpath(key: str) -> str:
    """Return the XPath, from the record on, of a key by place.

    >>> key_xpath("./div[1]/#text[2]")
    './div[1]/text()[2]'
    """
    return _TEXT.sub("text()", key if key.startswith(".") else f"./{key}")


def key_css(key: str) -> str:
    """Return the CSS selector, from the record on, of a key by class.

    >>> key_css("./div.head[1]/a.title[1]")
    'div.head > a.title'
    """
    try:
        steps = [parse_step(step) for step in key.removeprefix("./").split("/") if step != "."]
    except ValueError:
        return ""  # a label that no selector can have
    # A text has no selector of its own: the element around it has.
    return " > ".join(_step_css(step) for step in steps if step.label != "#text") or ":scope"


def path_xpath(path: Path) -> str:
    """Return the XPath of the path of a locator."""
    return "/" + "/".join(_step_xpath(step) for step in path)


def path_css(path: Path) -> str:
    """Return the CSS selector of the path of a locator."""
    return " > ".join(_step_css(step) for step in path if step.label != "#text")


def _step_xpath(step: Step) -> str:
    name = "text()" if step.label == "#text" else step.label
    return f"{name}[{step.place}]" if step.place else name


def _step_css(step: Step) -> str:
    # A word with 0 for its digits is no class of the page.
    words = "".join(
        word for word in sorted(step.words) if "0" not in word and _PLAIN.fullmatch(word[1:])
    )
    return f"{step.label}{words}"
