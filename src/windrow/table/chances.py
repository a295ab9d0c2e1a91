"""The chance that a name is what a person would call a column, by what speaks for and against it.

The signs of a candidate are its source and facts about it: whether its word is known, whether the
values have the form that it promises, whether another source agrees. Each has a weight; their sum
is the logarithm of the odds. The weights are fitted by ``bench/chances.py`` with the sites they are
tested on left out, and shipped as ``chances.json``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import exp
from pathlib import Path

__all__ = ["AGAINST", "FOR", "LEAST", "SOURCES", "WEIGHTS", "chance"]

_READ = json.loads(Path(__file__).with_name("chances.json").read_text("utf-8"))
WEIGHTS: dict[str, float] = _READ["weights"]
# A name with a smaller chance misleads too often: the form of the values names the column instead.
LEAST: float = _READ["least"]

# Where a name comes from: texts that readers see, attributes and classes with a known word, those
# with an unknown one ("code", "word"), small pictures, and the form of the values.
SOURCES = ("header", "label", "attribute", "code", "class", "word", "icon", "form")
# What makes a name more likely, and less.
FOR = ("known", "public", "typed", "agreed")
AGAINST = (
    "unlikely", "untyped", "contested", "shared", "further", "long", "repeated", "sparse", "second",
    "part", "far",
)  # fmt: skip


@lru_cache(maxsize=4096)
def chance(signs: tuple[str, ...]) -> float:
    """Return the chance of a name with these *signs*.

    >>> chance(("header", "known")) > chance(("header",)) > chance(("header", "unlikely"))
    True
    """
    return 1 / (1 + exp(-sum([WEIGHTS[sign] for sign in signs])))
