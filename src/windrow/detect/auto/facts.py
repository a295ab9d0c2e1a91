"""What pairs of texts are: facts about one thing, or terms and questions with their answers.

"Weight | 2 kg", "Material | Oak" look like a list of names and values, but its values are of all
kinds: some are words, others figures. Phones, prices and dates are of many forms, but hardly any
is without a digit. Questions and terms have running text below them, as the sections of an article
do, but it explains them.
"""

from __future__ import annotations

import re
from collections import Counter

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.landscape import text_form
from windrow.tree import Tree
from windrow.tree.markup import BOLD
from windrow.wordlists import QUESTION_MARKS

__all__ = ["are_explained", "are_facts", "are_inputs"]

# The longest name or value of a fact, the share of the records that are pairs, the most of the
# values that are of one form, and the fewest facts. Chosen, not measured. On the labelled pages,
# sites set aside not among them, no wanted list is like this.
_LONGEST, _PAIRS, _ONE_FORM, _FEWEST = 60, 0.9, 0.5, 4
# The share of the values that have a digit, at least and at most: chosen, not measured.
_FIGURES = 0.25, 0.6
# Facts in several tables may have the same name: chosen, not measured.
_NAMES = 0.8
# The share of records that begin with a question or with a term of their own, the share of these
# that are different but for numbers, and the fewest of them: chosen, not measured.
_MOST, _DIFFERENT, _TERMS = 0.9, 0.9, 4
_INPUTS = ("input", "select", "textarea")
# What marks a term; a heading may be that of a section. A paragraph of an article may begin in
# bold, too, so there a colon or a dash follows, or the text is in a paragraph of its own.
_MARKS = BOLD | {"dt", "summary"}
_ENDS, _DASHES = (":", "："), ("-", "–", "—", ":", "：")
_LETTERS = re.compile(r"[^\W\d_]+")


def are_facts(tree: Tree, candidate: Candidate) -> bool:
    """Return whether records are a name and a value each, with values of many kinds.

    >>> from array import array
    >>> def facts(text: str) -> bool:
    ...     tree = Tree.from_text(text)
    ...     rows = tree.children(0)
    ...     ends = [row + tree.sizes[row] for row in rows]
    ...     return are_facts(tree, Candidate(array("i", rows), array("i", ends), 0))
    >>> wood = 'tr(th"Wood" td"Oak") tr(th"Make" td"Hill, Ltd.")'
    >>> facts(f'table(tr(th"Weight" td"2 kg") {wood} tr(th"Size" td"2 x 4"))')
    True
    >>> ants = 'tr(th"Ant" td"2 kg") tr(th"Bee" td"3")'
    >>> facts(f'table({ants} tr(th"Cow" td"4 kg") tr(th"Dog" td"?"))')
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
    figures = sum(any(map(str.isdigit, value)) for value in values)
    if not _FIGURES[0] * len(values) <= figures <= _FIGURES[1] * len(values):
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
    if said.endswith(QUESTION_MARKS):
        return said
    if len(said) > _LONGEST or first + tree.sizes[first] >= end:
        return ""
    node = first
    while node >= start:
        if tree.label(node) in _MARKS:
            after = node + tree.sizes[node]
            return said if after < end and _is_term(tree, node, said) else ""
        node = tree.parents[node]
    return ""


def _is_term(tree: Tree, node: int, said: str) -> bool:
    """Return whether a text in *node* is apart from what follows it, as a term is."""
    if tree.label(node) not in BOLD or said.endswith(_ENDS):
        return True
    after, parent = node + tree.sizes[node], tree.parents[node]
    while tree.inline[parent] and after == parent + tree.sizes[parent]:
        parent = tree.parents[parent]
    if after == parent + tree.sizes[parent]:
        return True
    return not tree.inline[after] or tree.text(after).lstrip().startswith(_DASHES)


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
