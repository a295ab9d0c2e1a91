"""Labels inside records: "Price: 12" is twelve, and the column is the price."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from windrow.kernels.table import signs as kernel
from windrow.table.ago import WEEKDAYS
from windrow.table.dates import MONTHS
from windrow.table.drafts import DraftColumn
from windrow.table.words import MAKERS
from windrow.tree import Tree
from windrow.tree.markup import LABEL
from windrow.tree.runs import EXTENTS

__all__ = ["label_cells", "label_copies", "shared_label", "without_label"]

# Separators between items, which may precede a label.
_SIGNS = " |·•–—[(-"
# How many characters a label and its colon have at most: by definition of `LABEL`.
_REACH = 32
_NUMBERS = re.compile(r"\d+")
# Words without a colon that may be a label: neither a sentence nor a number.
_WORDS = re.compile(r"[^\W\d_]{2,}(?:[\s/&'’-]+[^\W\d_]+\.?){0,4}")
_KEY = re.compile(r"label|key|term|caption|legend|prop|head")
_LINKS = frozenset(("a", "button"))
# Fewer rows say the same by chance, unless a class calls it a label; and how many nodes a label and
# its value have around them. Chosen, not measured.
_FEWEST, _NEAR = 5, 12
# A number before what it counts, and what is counted.
_COUNT = re.compile(r"\d[\d.,\s]*[km+]?", re.IGNORECASE)
_UNIT = re.compile(r"[^\W\d_][^\W\d]{1,19}\.?(?: [^\W\d]{1,19})?")
# How many letters of it are the same for one and for many: chosen, not measured.
_STEM = 3
# The share of the values that must begin with a label: chosen, not measured.
_ENOUGH = 0.6
# The share of the values that must have a label before them, as single rows may be cut otherwise:
# chosen, not measured.
_COVERED = 0.2


def label_cells(tree: Tree, drafts: Sequence[DraftColumn]) -> tuple[dict[int, str], set[int]]:
    """Return the names that label cells give to the field after them, and which fields are labels.

    A label says the same in every row that has it, and ends with a colon, is a ``dt`` or ``th``,
    or is all that is beside the value. Behind a number it may say what is counted ("2" "beds").
    """
    called: dict[int, str] = {}
    labels: set[int] = set()
    for number, unit in itertools.pairwise(drafts):
        if number.is_text and unit.is_text and _counts(tree, number, unit):
            called[number.index] = max(unit.different, key=len)
            labels.add(unit.index)
    for draft, behind in itertools.pairwise(drafts):
        # Nearly all texts differ from row to row.
        if not draft.is_text or len(draft.different) != 1 or draft.index in labels:
            continue
        if not (_is_label(tree, draft) or _leads(tree, draft, behind)):
            continue
        valued = _is_value(tree, behind) and _covers(draft, behind)
        if valued and not _has_other(draft, behind):
            called[behind.index] = draft.filled[0]
            labels.add(draft.index)
    return called, labels


def shared_label(values: Sequence[str]) -> str:
    """Return the words before the colon that most of *values* begin with, colon included, or "".

    >>> shared_label(["Price: 12", "Price: 9", "sold out"]), shared_label(["At 12:30", "At 1:45"])
    ('Price:', '')
    """
    said = " ".join(values[:3])
    if len(values) < 2 or (":" not in said and "：" not in said):
        return ""
    found: dict[str, int] = {}
    for value in values:
        value = value.lstrip(_SIGNS)
        # The first colon ends the label.
        if value.find(":", 0, _REACH) < 0 and value.find("：", 0, _REACH) < 0:
            continue
        match = LABEL.match(value)
        # A second label makes it a list of facts, which the first label does not name.
        if match is None or match.end() == len(value) or kernel.has_label(value, match.end()):
            continue
        # Dates and volumes before a colon are values.
        if len(_NUMBERS.findall(match[1])) < 2:
            found[match[1]] = found.get(match[1], 0) + 1
    if not found:
        return ""
    label = max(found, key=found.__getitem__)
    count = found[label]
    enough = count >= _ENOUGH * len(values) and count >= 2
    return f"{label}:" if enough else ""


def label_copies(drafts: Sequence[DraftColumn], prefixes: Sequence[str]) -> dict[int, int]:
    """Return the places of drafts that repeat another one, each with the place of that.

    Where the values of a line, without the label in *prefixes* that it begins with, are those of
    another, the label goes over to that. With two such labels, it is the one without that goes.
    """
    if not any(prefixes):
        return {}
    plain = {draft.values: k for k, draft in enumerate(drafts) if draft.is_text}
    whole: dict[int, list[int]] = {}
    for k, (draft, prefix) in enumerate(zip(drafts, prefixes, strict=True)):
        # A line covers several nodes, one of which is the value.
        if prefix and draft.field.kind in EXTENTS:
            short = tuple([value and without_label(value, prefix) for value in draft.values])
            if (own := plain.get(short, k)) != k:
                whole.setdefault(own, []).append(k)
    one = {labelled[0]: own for own, labelled in whole.items() if len(labelled) == 1}
    return one | {own: labelled[0] for own, labelled in whole.items() if len(labelled) > 1}


def without_label(value: str, label: str) -> str:
    """Return *value* with *label* split off where it begins with it.

    A label without a colon is words that values begin with, or the bracket around them.

    >>> [without_label("Price : 12", "Price:"), without_label("by Ann", "by")]
    ['12', 'Ann']
    """
    if label == "(":
        return value[1:-1] if value[:1] == "(" and value[-1:] == ")" else value
    if label[-1:] not in (":", "："):
        rest = value.removeprefix(label)
        return rest.lstrip() if rest and rest != value and not rest[0].isalpha() else value
    plain = value.lstrip(_SIGNS)
    match = LABEL.match(plain)
    return plain[match.end() :] if match and f"{match[1]}:" == label else value


def _has_other(label: DraftColumn, behind: DraftColumn) -> bool:
    """Return whether values begin with a label other than the one before them."""
    own = shared_label(behind.filled).rstrip(":")
    return bool(own) and own != label.filled[0].rstrip(" :：")


def _covers(label: DraftColumn, behind: DraftColumn) -> bool:
    """Return whether enough of the rows that have a value have the label to name all of them."""
    if not label.missing:
        return True
    valued = [cell not in (None, ()) for cell in behind.cells]
    both = sum(a is not None and b for a, b in zip(label.values, valued, strict=True))
    return both >= _COVERED * sum(valued)


def _is_label(tree: Tree, draft: DraftColumn) -> bool:
    if len(draft.different) != 1:
        return False
    [text] = draft.different
    if len(text) > 40:
        return False
    if text.endswith((":", "：")):
        return True
    node = next(cell for cell in draft.cells if isinstance(cell, int))
    around = {tree.label(node), tree.label(max(tree.parents[node], 0))}
    return len(draft.filled) > 1 and not around.isdisjoint(("dt", "th"))


def _leads(tree: Tree, draft: DraftColumn, behind: DraftColumn) -> bool:
    """Return whether constant words are the only text beside a value that varies.

    Words for an author may have other texts after the value.
    """
    if len(draft.different) != 1 or len(draft.filled) < 2:
        return False
    [text] = draft.different
    if not _WORDS.fullmatch(text) or text.lower() in MONTHS or text.lower() in WEEKDAYS:
        return False
    pairs = zip(draft.cells, behind.cells, strict=True)
    both = ((a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))
    label, value = next(both, (-1, -1))
    parent = tree.parents[label] if label >= 0 else -1
    if parent < 0 or not label < value < parent + tree.sizes[parent] or tree.sizes[parent] > _NEAR:
        return False
    if not _LINKS.isdisjoint((tree.label(label), tree.label(parent))):
        return False
    few = len(draft.filled) < _FEWEST or len(behind.different) < 2
    if few and not _KEY.search((tree.attribute(label, "class") or "").lower()):
        return False
    if text.lower().rpartition(" ")[2] in MAKERS:
        return True
    own = {*tree.subtree(label), *tree.subtree(value)}
    return not any(tree.text(node).strip() for node in tree.subtree(parent) if node not in own)


def _counts(tree: Tree, number: DraftColumn, unit: DraftColumn) -> bool:
    """Return whether words that hardly change are all there is beside numbers before them."""
    if len(unit.different) > 2 or unit.missing > number.missing or len(unit.filled) < _FEWEST:
        return False
    words = sorted(unit.different)
    if any(word.lower() in MONTHS or word.lower() in WEEKDAYS for word in words):
        return False
    # "1 bed", "2 beds"; a word of another beginning is a value.
    if len({word[:_STEM].lower() for word in words}) > 1 or not all(map(_UNIT.fullmatch, words)):
        return False
    if not all(map(_COUNT.fullmatch, number.filled)) or len(number.different) < 2:
        return False
    pairs = zip(number.cells, unit.cells, strict=True)
    first, second = next((pair for pair in pairs if None not in pair), (None, None))
    if not isinstance(first, int) or not isinstance(second, int):
        return False
    parent = tree.parents[first]
    if parent != tree.parents[second] or parent < 0 or tree.sizes[parent] > _NEAR:
        return False
    own = {*tree.subtree(first), *tree.subtree(second)}
    return not any(tree.text(node).strip() for node in tree.subtree(parent) if node not in own)


def _is_value(tree: Tree, draft: DraftColumn) -> bool:
    return (draft.is_text or draft.field.kind == "rows") and not _is_label(tree, draft)
