"""Names with amounts: rows of a list, although pages have some of the names in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from windrow.wrap.detail.labels import Position, is_enumeration, member_label
from windrow.wrap.detail.pivot import FEW, STRONG, are_amounts, labels_at, shared_labels
from windrow.wrap.detail.several import Instance, begin_with_rows
from windrow.wrap.detail.spot import Split, anchors_of
from windrow.wrap.detail.view import PageView

__all__ = ["are_goods", "are_unlike_groups", "pairs_of_goods"]

# Rows that name amounts are a list if pages share less than this part of their names: recipes have
# salt and sugar in common, tables of nutrition nearly all. Chosen, not measured.
_KNOWN_GOODS = 0.6
# Groups of rows are no fields if they begin with less than this part of shared names. Chosen, not
# measured.
_KNOWN_GROUPS = 0.6
# A number at the start, digits or a fraction, and little behind it. Chosen, not measured.
_AMOUNT = re.compile(r"[\W_]{0,3}[\d¼-¾⅐-⅞].{0,24}$", re.DOTALL)
# A number with a unit that things are specified with, and goods are not measured by: lengths,
# times, powers, memory (symbols of the SI, which all languages have, and what is used beside them).
_SPECIFIED = re.compile(
    r"[\d.,\s/xX×±–-]*\d\s?(?:[mµcdk]?m[²³23]?|[µm]?s|h|min|[mkMG]?W|[mk]?V|m?A|m?Ah|[kM]?Wh|[kM]?Nm?"
    r"|[kMG]?Hz|[kMGT]i?B|[MG]?bit|[MG]bps|[hkM]?Pa|m?bar|psi|lm|lx|nits?|cd|K|Ω|[kM]Ω|dB|rpm|hp|PS"
    r"|mph|km/h|inch(?:es)?|ft|px|dpi|fps|cc|°C?|%|years?)(?!\w)"
)
# Measures of kitchens alone.
_KITCHEN = re.compile(
    r"[\W_]{0,3}[\d¼-¾⅐-⅞].{0,8}?\b(?:cups?|tsps?|tbsps?|teaspoons?|tablespoons?|pinch|pinches|cloves?"
    r"|EL|TL|Prisen?|Tassen?|c\. ?à|cuill\w*|cuchar\w*|cdas?|cdtas?|cucchiai\w*|eetlepels?"
    r"|theelepels?|msk|tsk|ст\. ?л|ч\. ?л)(?!\w)"
)
# More than this part of the amounts with such units makes a table of either. Chosen, not measured.
_SOME = 0.2
# What this many pages all have is the name of a field. Chosen, not measured.
_MANY = 3


def are_goods(instances: Sequence[Instance]) -> bool:
    """Return whether members are names with amounts, most of them with names of their own page."""
    if any(_has_header(one.view, node) for one in instances for node in one.members):
        return False
    return any(
        _are_named_amounts([[*_named_texts(one, position)] for one in instances], instances)
        for position in ("prefix", "first")
    )


def are_unlike_groups(instances: Sequence[Instance]) -> bool:
    """Return whether members are groups of rows that do not begin with a name that pages share."""
    if not begin_with_rows(instances):
        return False
    return shared_labels([labels_at(one, "first") for one in instances]) < _KNOWN_GROUPS


def pairs_of_goods(split: Split, instances: Sequence[Instance]) -> bool:
    """Read names and amounts that are siblings as rows, each with its name as its heading."""
    probe = Split(split.signature)
    per = [
        [
            (label, one.view.whole(node))
            for node, label in anchors_of(probe, one.view, one.siblings, one.members).items()
        ]
        for one in instances
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


def _has_header(view: PageView, node: int) -> bool:
    """Return whether the first cell of a row says that it is a name."""
    return any(view.label(child) == "th" for child in view.children(node))


def _are_named_amounts(
    per: Sequence[Sequence[tuple[str, str]]], instances: Sequence[Instance]
) -> bool:
    """Return whether most members are amounts of goods, with a name that few other pages have."""
    pairs = [pair for some in per for pair in some]
    total = sum(len(one.members) for one in instances)
    if max(map(len, per), default=0) <= FEW or len(pairs) < STRONG * total:
        return False
    amounts = sum(bool(_AMOUNT.match(text)) for _, text in pairs)
    specified = sum(bool(_SPECIFIED.match(text)) for _, text in pairs)
    if amounts < STRONG * len(pairs) or specified > _SOME * len(pairs):
        return False
    every = [label for label, _ in pairs]
    # Masses alone may be those of products, counts the goals of a player.
    kitchen = sum(bool(_KITCHEN.match(text)) for _, text in pairs)
    if kitchen <= _SOME * len(pairs):
        return False
    return (
        not are_amounts(every)
        and not is_enumeration(every)
        and _shared(per, instances) < _KNOWN_GOODS
    )


def _shared(per: Sequence[Sequence[tuple[str, str]]], instances: Sequence[Instance]) -> float:
    """Return the share of names that other pages have; 1 if many pages all have one: a field."""
    pages: dict[int, list[str]] = {}
    for one, some in zip(instances, per, strict=True):
        pages.setdefault(one.view.page, []).extend(label for label, _ in some)
    names = [labels for labels in pages.values() if labels]
    common = set.intersection(*map(set, names)) if len(names) >= _MANY else ()
    return 1.0 if common or len(names) < 2 else shared_labels(names)
