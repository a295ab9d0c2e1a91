"""Fields that a page has elsewhere: an unseen field takes the name of a missing one.

A frame around a part of the page, or a label above it, changes the paths to all fields below; the
ends of the paths stay.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from windrow.tree.markup import is_inline
from windrow.wrap.detail.signature import label_of, signature_of, spoken, words_of

__all__ = ["found_elsewhere", "holds_rows", "other_ways", "row_label", "same_labels", "ungrouped"]

# Steps of a path that must be equal; fewer occur anywhere on a page. Chosen; bench.detail measures
# the whole.
_STEPS = 2
# Labels, classes and ids in a way.
_SIGNS = "=.#"
# What tells ids apart that are the same in all their steps.
_COUNT = re.compile(r"'\d+(?=@|$)")


def found_elsewhere(missing: Collection[str], unseen: Iterable[str]) -> dict[str, str]:
    """Return for ids *unseen* on learned pages the *missing* ones that they stand for.

    >>> ways = ["body/table=Reviews/tr/td:3/font:1", "ul/td:1"]
    >>> found_elsewhere(["tr/td:3/font:1", "td:1"], ways)
    {'body/table=Reviews/tr/td:3/font:1': 'tr/td:3/font:1'}
    """
    wanted = {one for one in missing if one.count("/") + 1 >= _STEPS}
    found: dict[str, list[str]] = {}
    for name in unseen:
        # The longest missing end is the likeliest.
        at = name.find("/")
        while at >= 0:
            if (end := name[at + 1 :]) in wanted:
                found.setdefault(end, []).append(name)
                break
            at = name.find("/", at + 1)
    return {names[0]: end for end, names in found.items() if len(names) == 1}


def other_ways(rows: Sequence[Mapping[str, object]], ids: Iterable[str]) -> dict[str, str]:
    """Return the *ids* of fields that are another field in another place, each with that field.

    No learned page has both, and the ends of the ways to them are the same, with a label or a mark.

    >>> rows = [{"div/p.tel=Phone": "1"}, {"td:2/div/p.tel=Phone": "2"}]
    >>> other_ways(rows, ["div/p.tel=Phone", "td:2/div/p.tel=Phone"])
    {'td:2/div/p.tel=Phone': 'div/p.tel=Phone'}
    """
    pages = {one: frozenset(k for k, row in enumerate(rows) if one in row) for one in ids}
    by_end: dict[str, list[str]] = defaultdict(list)
    for one, own in pages.items():
        if len(own) < len(rows):
            for end in _ends(one):
                by_end[end].append(one)
    found: dict[str, str] = {}
    for end in sorted(by_end, key=lambda end: -end.count("/")):
        same = [one for one in by_end[end] if one not in found and one not in found.values()]
        if len(same) == 2 and not pages[same[0]] & pages[same[1]]:
            more, less = sorted(same, key=lambda one: (-len(pages[one]), len(one)))
            found[less] = more
    return found


def same_labels(
    rows: Sequence[Mapping[str, object]], labels: Mapping[str, Hashable]
) -> dict[str, str]:
    """Return the fields that another field with the same label is on other pages.

    *labels* are those of the ids of fields. There are two such fields, and no learned page has
    both: one page has the thing in other markup than the others.

    >>> rows = [{"ul=Method/li[]": []}, {"p=Method[]": []}, {"p=Method[]": []}]
    >>> same_labels(rows, {"ul=Method/li[]": "Method", "p=Method[]": "Method"})
    {'ul=Method/li[]': 'p=Method[]'}
    """
    by_label: dict[Hashable, list[str]] = defaultdict(list)
    for one, label in labels.items():
        by_label[label].append(one)
    found: dict[str, str] = {}
    for same in by_label.values():
        pages = [frozenset(k for k, row in enumerate(rows) if one in row) for one in same]
        if len(same) == 2 and all(pages) and not pages[0] & pages[1]:
            fewer = len(pages[0]) < len(pages[1])
            found[same[1 - fewer]] = same[fewer]
    return found


def holds_rows(name: str) -> bool:
    """Return whether the id of a list is that of rows, not of words in a line.

    >>> holds_rows("ul/li.item[]"), holds_rows("#text[]")
    (True, False)
    """
    return name.endswith("[]") and not is_inline(row_label(name))


def row_label(name: str) -> str:
    """Return the label of the nodes that the id of a field leads to."""
    return label_of(signature_of(name.rpartition("/")[2]))


def ungrouped(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the rows of the lists in the *rows* of a list of groups, with the group's heading.

    >>> ungrouped([{"h4": "Glaze", "li[]": [{".": "jam"}, {".": "rum"}]}])
    [{'heading': 'Glaze', '.': 'jam'}, {'heading': 'Glaze', '.': 'rum'}]
    """
    found: list[Any] = []
    for row in rows:
        texts = [cell for name, cell in row.items() if isinstance(cell, str) and name != "."]
        lists = [cell for name, cell in row.items() if isinstance(cell, list) and holds_rows(name)]
        heading = {"heading": texts[0]} if len(texts) == 1 else {}
        found += [{**heading, **one} for one in lists[0]] if len(lists) == 1 else [row]
    return found


def _is_telling(step: str) -> bool:
    """Return whether a step alone says what is there: by a class or an ``itemprop``."""
    return "=" not in step and any(spoken(word[1:]) for word in words_of(signature_of(step)))


def _ends(way: str) -> Iterator[str]:
    """Yield the ends of a path that identify its target."""
    steps = _COUNT.sub("", way).split("/")
    for count in range(1, len(steps) + 1):
        end = "/".join(steps[-count:])
        if any(sign in end for sign in _SIGNS) if count >= _STEPS else _is_telling(end):
            yield end
