"""Steps and keys of templates as XPath and CSS that other libraries can evaluate.

A step's words are lasting ones: digits in them stand for any digits (``item-0``), so that the
XPath has a pattern there, in the ``re:`` functions that parsel and lxml know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from windrow.wrap.locate import Locator, Path
from windrow.wrap.steps import Step, parse_step

__all__ = ["css_of", "key_way", "literal", "locator_paths", "step_xpath", "word_test"]

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_PLAIN = re.compile(r"-?[A-Za-z_][\w-]*")
_DIGITS = re.compile("0")


def literal(text: str) -> str:
    """Return *text* as a string of XPath, which knows no escapes.

    >>> literal("it's"), literal('say "it\\'s"')
    ('"it\\'s"', 'concat("say ", \\'"\\', "it\\'s", \\'"\\', "")')
    """
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


def word_test(word: str, *, any_case: bool = False) -> str:
    """Return the predicate that holds for elements marked with *word* (``.card``, ``#page``).

    >>> word_test(".card"), word_test("#row0")
    ('has-class("card")', 're:test(@id, "^row[0-9]+$")')
    """
    sign, name = word[0], word[1:]
    if sign == "." and "0" not in name and not (any_case and name.lower() != name.upper()):
        return f"has-class({literal(name)})"
    pattern = "[0-9]+".join(re.escape(part) for part in _DIGITS.split(name))
    flags = ', "i"' if any_case else ""
    if sign == "#" and not any_case and "0" not in name:
        return f"@id={literal(name)}"
    test = literal(rf"(^|\s){pattern}(\s|$)" if sign != "#" or any_case else f"^{pattern}$")
    if sign == "@":
        return f"(re:test(@itemprop, {test}{flags}) or re:test(@property, {test}{flags}))"
    return f"re:test(@{'class' if sign == '.' else 'id'}, {test}{flags})"


def step_xpath(label: str, words: Iterable[str], place: int = 0) -> str:
    """Return one step of an XPath: ``li[has-class("card")][2]``."""
    # Names with a colon or another sign have no place in a path, and come from broken pages.
    name = label if _NAME.fullmatch(label) else f"*[name()={literal(label)}]"
    tests = "".join(f"[{word_test(word)}]" for word in sorted(words))
    return f"{name}{tests}{f'[{place}]' if place else ''}"


def locator_paths(locator: Locator, *, inner: bool) -> list[tuple[int, str, int | None]]:
    """Return the XPaths of a locator.

    Each comes with the number of the node it begins at (0: any), and for texts with their number
    in the element that the XPath leads to (0: any), else None. For the list of a page (not
    *inner*) paths are absolute.
    """
    return [_located(locator.kind in ("tail", "own"), path, inner) for path in locator.paths]


def _located(anywhere: bool, path: Path, inner: bool) -> tuple[int, str, int | None]:
    text = None
    if path[-1].label == "#text":
        text, path = path[-1].place, path[:-1]
    if not path:
        return 0, "descendant-or-self::*" if inner else "//*", text
    steps = [step_xpath(step.label, step.words, step.place) for step in path]
    if anywhere:
        if not inner:
            return 0, "//" + "/".join(steps), text
        above = ""
        for step in path[:-1]:
            above = f"[parent::{step_xpath(step.label, step.words)}{above}]"
        return 0, f"descendant-or-self::{steps[-1]}{above}", text
    if not inner:
        return 0, "/" + "/".join(steps), text
    first = path[0]
    own = f"self::{step_xpath(first.label, first.words)}"
    return first.place, "/".join([own, *steps[1:]]), text


def key_way(key: str, level: str) -> tuple[str, int, str, int] | None:
    """Return a key as the label and number of the root it begins at, an XPath and a text's number.

    >>> key_way("./div[1]/#text[2]", "places"), key_way("b.y/i", "ends")
    (('', 0, './div[1]', 2), ('', 0, './/b[marked(".y")]/i[marked("")]', 0))
    >>> key_way("tr[2]/td[1]", "places")
    ('tr', 2, './td[1]', 0)
    """
    try:
        steps = [parse_step(part) for part in key.split("/") if part != "."]
    except ValueError:
        return None
    text = 0
    root: tuple[str, int] = ("", 0)
    if level == "ends":
        if steps[-1].label == "#text":
            return None
        return "", 0, f".//{'/'.join(_marked_step(step) for step in steps)}", 0
    if not key.startswith("."):
        root = (steps[0].label, steps[0].place)
        steps = steps[1:]
    if steps and steps[-1].label == "#text":
        # By place, blank texts count as they do in XPath; by class they do not.
        text = steps[-1].place if level == "places" else -steps[-1].place
        steps = steps[:-1]
    if any(step.label == "#text" for step in steps):
        return None
    return (*root, "/".join([".", *(_key_step(step, level) for step in steps)]), text)


def _key_step(step: Step, level: str) -> str:
    if level == "classes":
        return f"{_marked_step(step)}[{step.place}]"
    return step_xpath(step.label, step.words, step.place)


def _marked_step(step: Step) -> str:
    """Return the step to elements that have these words and no others, as keys by class mean it."""
    return f"{step_xpath(step.label, ())}[marked({literal(''.join(sorted(step.words)))})]"


def css_of(steps: Iterable[Step]) -> str:
    """Return steps as a CSS selector; words with digits in them are left out.

    >>> css_of([Step("ul", 0, frozenset({".goods"})), Step("li", 2)])
    'ul.goods > li:nth-of-type(2)'
    """
    parts = []
    for step in steps:
        words = "".join(w for w in sorted(step.words) if "0" not in w and _PLAIN.fullmatch(w[1:]))
        place = f":nth-of-type({step.place})" if step.place else ""
        parts.append(f"{step.label}{words}{place}")
    return " > ".join(parts)
