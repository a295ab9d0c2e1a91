"""Selectors: templates for programs that know only CSS or XPath 1.0.

The words of a step are lasting ones. A 0 in them means any number (``item-0``), which a plain
selector cannot say: such words are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from windrow.wrap.steps import ANY, Step

__all__ = [
    "Form",
    "Selector",
    "Selectors",
    "css",
    "css_name",
    "literal",
    "word_test",
    "xpath",
]

Form: TypeAlias = Literal["css", "xpath"]

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
# Characters that need a backslash in a CSS name.
_SIGN = re.compile(r"^-(?![A-Za-z_])|[^\w-]")


@dataclass(frozen=True, slots=True)
class Selector:
    """Leads to the cells of one column; the first node it finds in a record counts.

    With *join* all nodes count, and their texts are one. A list inside the record has selectors of
    its own, *inner*, and no way. In JSON-LD (*take* is "json") *path* leads to the value: the type
    of a thing, and keys.
    """

    column: str
    way: str = ""
    take: str = "text"  # or the attribute to take: href, src, alt, value, content; or "json"
    join: bool = False
    nth: int = 0  # the number of the text that counts, of those that are not blank; 0: the first
    # The number of the line that counts: the way finds texts, and elements that divide them.
    line: int = 0
    # The way is from the page on: the last node that it finds before the record counts.
    before: bool = False
    pattern: str = ""  # a regular expression: its group is the part of the text that is taken
    path: str = ""
    inner: Selectors | None = None


@dataclass(frozen=True, slots=True)
class Selectors:
    """The selectors of a template, each column's from the record on."""

    columns: tuple[Selector, ...]
    missing: Mapping[str, str]  # columns that no selector gives, each with the reason
    records: str = ""  # the nodes where records begin; "": the page is one record
    note: str = ""  # how far to trust them

    @classmethod
    def of(cls, ways: Mapping[str, Selector | str], **rest: Any) -> Selectors:
        """Return the selectors of columns by name; a text says why a column has none."""
        found = tuple(way for way in ways.values() if isinstance(way, Selector))
        missing = {name: way for name, way in ways.items() if isinstance(way, str)}
        return cls(found, missing, **rest)


def xpath(steps: Iterable[Step]) -> str:
    """Return *steps* as XPath.

    >>> xpath([Step("ul", 0, frozenset({"#goods"})), Step("li", 2), Step("fb:like"), Step("#text")])
    'ul[@id="goods"]/li[2]/*[name()="fb:like"]/text()[1]'
    """
    return "/".join(map(_xpath_step, steps))


def css(steps: Iterable[Step]) -> str:
    """Return *steps* as CSS, which has no step for a text.

    >>> css([Step("ul", 0, frozenset({".goods"})), Step("li", 2), Step("fb:like")])
    'ul.goods > li:nth-of-type(2) > fb\\\\:like'
    """
    return " > ".join(_css_step(step) for step in steps)


def literal(text: str) -> str:
    """Return *text* as a string of XPath, which has no escapes.

    >>> literal("it's"), literal('say "it\\'s"')
    ('"it\\'s"', 'concat("say ", \\'"\\', "it\\'s", \\'"\\', "")')
    """
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


def _xpath_step(step: Step) -> str:
    if step.label == "#text":
        return f"text()[{step.place or 1}]"
    plain = step.label == ANY or _NAME.fullmatch(step.label)
    name = step.label if plain else f"*[name()={literal(step.label)}]"
    tests = "".join(f"[{word_test(word)}]" for word in _plain_words(step))
    return f"{name}{tests}{f'[{step.place}]' if step.place else ''}"


def _css_step(step: Step) -> str:
    name = step.label if step.label == ANY else css_name(step.label)
    words = "".join(word[0] + css_name(word[1:]) for word in _plain_words(step))
    return f"{name}{words}{f':nth-of-type({step.place})' if step.place else ''}"


def css_name(name: str) -> str:
    """Return *name* as CSS writes it: odd characters behind a backslash."""
    return _SIGN.sub(r"\\\g<0>", name)


def _plain_words(step: Step) -> list[str]:
    return [word for word in sorted(step.words) if "0" not in word]


def word_test(word: str) -> str:
    """Return the test of XPath for a class (``.card``) or an id (``#goods``)."""
    if word[0] == "#":
        return f"@id={literal(word[1:])}"
    return f'contains(concat(" ", normalize-space(@class), " "), {literal(f" {word[1:]} ")})'
