"""What pairs of texts are: facts about one thing, or terms and questions with their answers.

"Weight | 2 kg", "Material | Oak" look like a list of names and values, but its values are of all
kinds. Questions and terms have running text below them, as the sections of an article do, but it
explains them.
"""

from __future__ import annotations

import re
from collections import Counter

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.landscape import text_form
from windrow.tree import Tree

__all__ = ["are_explained", "are_facts", "are_inputs"]

# The longest name or value of a fact, the share of the records that are pairs, the most of the
# values that are of one form, and the fewest facts. Chosen, not measured. On the labelled pages,
# sites set aside not among them, no wanted list is like this.
_LONGEST, _PAIRS, _ONE_FORM, _FEWEST = 60, 0.9, 0.5, 3
# Facts in several tables may have the same name: chosen, not measured.
_NAMES = 0.8
# The share of records that begin with a question or with a term of their own, the share of these
# that are different but for numbers, and the fewest of them: chosen, not measured.
_MOST, _DIFFERENT, _TERMS = 0.9, 0.9, 4
_INPUTS = ("input", "select", "textarea")
# What marks a term; a heading may be that of a section.
_MARKS = frozenset("b strong dt summary".split())
_QUESTIONS = ("?", "？", "؟")
_LETTERS = re.compile(r"[^\W\d_]+")


def are_facts(tree: Tree, candidate: Candidate) -> bool:
    """Return whether records are a name and a value each, with values of many forms.

    >>> from array import array
    >>> def facts(text: str) -> bool:
    ...     tree = Tree.from_text(text)
    ...     rows = tree.children(0)
    ...     ends = [row + tree.sizes[row] for row in rows]
    ...     return are_facts(tree, Candidate(array("i", rows), array("i", ends), 0))
    >>> facts('table(tr(th"Weight" td"2 kg") tr(th"Wood" td"Oak") tr(th"Size" td"2 x 4"))')
    True
    >>> facts('table(tr(th"Ant" td"2 kg") tr(th"Bee" td"3 kg") tr(th"Cow" td"?"))')
    False
    """
    if len(candidate) < _FEWEST:
        return False
    names, values = [], []
    for start, end in zip(candidate.starts, candidate.ends, strict=True):
        texts = _texts(tree, start, end, 3)
        if len(texts) == 2:
            names.append(texts[0])
            values.append(texts[1])
    if len(names) < _PAIRS * len(candidate) or len({*names}) < _NAMES * len(names):
        return False
    if any(len(text) > _LONGEST for text in names + values):
        return False
    if any(map(str.isdigit, "".join(names))):
        return False
    [(_, most)] = Counter(map(text_form, values)).most_common(1)
    return most <= _ONE_FORM * len(values)


def are_inputs(tree: Tree, candidate: Candidate) -> bool:
    """Return whether every record is a field to fill in, with what it is called."""
    numbers = {tree.label_numbers.get(name) for name in _INPUTS}
    return all(
        not numbers.isdisjoint(tree.labels[start:end])
        for start, end in zip(candidate.starts, candidate.ends, strict=True)
    )


def are_explained(tree: Tree, candidate: Candidate) -> bool:
    """Return whether nearly all records begin with a question, or a term, each with another one."""
    count = len(candidate)
    if count < _TERMS:
        return False
    said = [
        "".join(_LETTERS.findall(term)).casefold()
        for start, end in zip(candidate.starts, candidate.ends, strict=True)
        if (term := _term(tree, start, end))
    ]
    return len(said) >= _MOST * count and len({*said}) >= _DIFFERENT * len(said)


def _term(tree: Tree, start: int, end: int) -> str:
    """Return the question or term that a record begins with; "" if it begins with neither."""
    first = next((node for node in range(start, end) if tree.text(node)), end)
    if first == end:
        return ""
    said = tree.text(first).strip()
    if said.endswith(_QUESTIONS):
        return said
    if len(said) > _LONGEST or first + tree.sizes[first] >= end:
        return ""
    node = first
    while node >= start:
        if tree.label(node) in _MARKS:
            return said if node + tree.sizes[node] < end else ""
        node = tree.parents[node]
    return ""


def _texts(tree: Tree, start: int, end: int, most: int) -> list[str]:
    """Return the first texts of a record with a letter or a digit, at most this many."""
    found: list[str] = []
    for node in range(start, end):
        text = tree.text(node)
        if any(map(str.isalnum, text)):
            found.append(text)
            if len(found) == most:
                break
    return found
