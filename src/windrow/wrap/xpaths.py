"""Steps of templates as XPath and CSS that other libraries can evaluate.

A step's words are lasting ones: a 0 in them stands for any number (``item-0``), which plain
selectors cannot say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from windrow.wrap.steps import ANY, Step

__all__ = ["css_of", "literal", "step_xpath"]

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_PLAIN = re.compile(r"-?[A-Za-z_][\w-]*")
_SIGN = re.compile(r"[^\w.-]")


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


def step_xpath(label: str) -> str:
    """Return the step of an XPath to elements with that label.

    >>> step_xpath("li"), step_xpath("fb:like")
    ('li', '*[name()="fb:like" or name()="fbU0003Alike"]')
    """
    return label if _NAME.fullmatch(label) or label == ANY else f"*[{_odd_name(label)}]"


def _odd_name(label: str) -> str:
    """Return the test for a name that has no place in a path: ``fb:like``.

    Where html5lib has parsed the page, it has written such signs as numbers.
    """
    coded = _SIGN.sub(lambda sign: f"U{ord(sign[0]):05X}", label)
    return f"name()={literal(label)} or name()={literal(coded)}"


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
