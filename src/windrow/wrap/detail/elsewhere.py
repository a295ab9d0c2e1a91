"""Fields that a page has elsewhere: an unseen field takes the name of a missing one.

A frame around a part of the page, or a label above it, changes the paths to all fields below; the
ends of the paths stay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

__all__ = ["found_elsewhere", "other_ways", "same_labels"]

# Steps of a path that must be equal; fewer occur anywhere on a page. Chosen; bench.detail measures
# the whole.
_STEPS = 2
# Labels, classes and ids in a way.
_SIGNS = "=.#"


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


def _ends(way: str) -> Iterator[str]:
    """Yield the ends of a path that identify its target."""
    steps = way.split("/")
    for count in range(_STEPS, len(steps) + 1):
        end = "/".join(steps[-count:])
        if any(sign in end for sign in _SIGNS):
            yield end
