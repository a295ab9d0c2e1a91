"""Names with amounts: rows of a list, although pages have some of the names in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from windrow.wrap.detail.labels import Position, is_enumeration, member_label
from windrow.wrap.detail.pivot import FEW, STRONG, are_amounts, labels_at, shared_labels
from windrow.wrap.detail.several import Instance, begin_with_rows
from windrow.wrap.detail.spot import Split, anchors_of

__all__ = ["are_goods", "are_unlike_groups", "pairs_of_goods"]

# Rows that name amounts are a list if pages share less than this part of their names: recipes have
# salt and sugar in common, tables of nutrition nearly all. Chosen, not measured.
_KNOWN_GOODS = 0.6
# A number at the start, digits or a fraction, and little behind it. Chosen, not measured.
_AMOUNT = re.compile(r"[\W_]{0,3}[\d¼-¾⅐-⅞].{0,24}$", re.DOTALL)


def are_goods(instances: Sequence[Instance]) -> bool:
    """Return whether members are names with amounts, most of them with names of their own page."""
    return any(
        _are_named_amounts([[*_named_texts(one, position)] for one in instances], instances)
        for position in ("prefix", "first")
    )


def are_unlike_groups(instances: Sequence[Instance]) -> bool:
    """Return whether members are groups of rows that do not begin with a name that pages share."""
    if not begin_with_rows(instances):
        return False
    return shared_labels([labels_at(one, "first") for one in instances]) < _KNOWN_GOODS


def pairs_of_goods(split: Split, instances: Sequence[Instance]) -> bool:
    """Read names and amounts that are siblings as rows, each with its name as its heading."""
    probe = Split(split.signature)
    per = [
        [(label, one.view.whole(node)) for node, label in found.items()]
        for one in instances
        if (found := anchors_of(probe, one.view, one.siblings, one.members))
    ]
    if not _are_named_amounts(per, instances):
        return False
    split.mode, split.anchored = "pairs", True
    return True


def _named_texts(one: Instance, position: Position) -> Iterator[tuple[str, str]]:
    """Yield the label of each member, and the text behind it."""
    for node in one.members:
        label, text = member_label(one.view, node, position), one.view.whole(node)
        if label and text.startswith(label):
            yield label, text[len(label) :].lstrip(" :：")


def _are_named_amounts(
    per: Sequence[Sequence[tuple[str, str]]], instances: Sequence[Instance]
) -> bool:
    """Return whether most members are amounts with a name that few other pages have."""
    pairs = [pair for some in per for pair in some]
    total = sum(len(one.members) for one in instances)
    several = len({one.view.page for one in instances}) > 1
    if not several or max(map(len, per), default=0) <= FEW or len(pairs) < STRONG * total:
        return False
    amounts = sum(bool(_AMOUNT.match(text)) for _, text in pairs)
    names = [[label for label, _ in some] for some in per]
    if amounts < STRONG * len(pairs) or is_enumeration([label for label, _ in pairs]):
        return False
    return not are_amounts([label for label, _ in pairs]) and shared_labels(names) < _KNOWN_GOODS
