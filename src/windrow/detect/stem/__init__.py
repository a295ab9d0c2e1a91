"""STEM: records from what repeats in the sequence of a page's tag paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from windrow.detect.score import text_score
from windrow.detect.stem.patterns import Mode, PathSequence, Pattern, patterns
from windrow.detect.stem.records import Group, groups, literal_group, near_groups, record_nodes
from windrow.model import Record, Region
from windrow.tree import Tree

__all__ = ["DECORATION", "STEM", "PathPattern"]

DECORATION = frozenset(("b", "em", "i", "u"))
"""Elements that only change how text looks ([fang2017], cleaning of the page)."""


@dataclass(frozen=True, slots=True)
class STEM:
    """Finds records by a suffix tree over tag paths, in linear time.

    A region is the records of one pattern under one parent; regions of one pattern have the same
    `Region.pattern`. With *join* they are one region. Elements without a tag path of their own
    (text, decoration) come back as parts of the records around them.

    References
    ----------
    [fang2017], all values. Unknown elements stay: today they are components of the page's own.
    """

    alpha: float = 0.6  # least likeness of a follower, and of a record, to the pattern
    beta: float = 0.6  # least share of a pattern's occurrences with a follower
    longest: int = 100  # most paths in a pattern
    decoration: frozenset[str] = DECORATION
    join: bool = False
    mode: Mode = "resolved"

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
        sequence = PathSequence.of(tree, self.decoration)
        return _regions(tree, sequence, self.groups(sequence), self._template)

    def groups(self, sequence: PathSequence) -> list[Group]:
        """Return the records of a bare *sequence* of paths, as places in it."""
        found = patterns(
            sequence, alpha=self.alpha, beta=self.beta, longest=self.longest, mode=self.mode
        )
        if self.mode == "literal":
            all_groups = [literal_group(sequence, p, alpha=self.alpha) for p in found]
            return [group for group in all_groups if len(group.records) >= 2]
        if not self.join:
            return groups(sequence, found, alpha=self.alpha, turn=True)
        return _joined(groups(sequence, found, alpha=self.alpha, least=1, turn=True))

    def patterns(self, sequence: PathSequence) -> list[Pattern]:
        """Return the patterns of a bare *sequence* of paths that found records."""
        return list(dict.fromkeys(group.pattern for group in self.groups(sequence)))

    def _template(self, sequence: PathSequence, pattern: Pattern) -> PathPattern:
        paths = tuple(sequence.path(number) for number in pattern)
        return PathPattern(paths, self.alpha, self.decoration, self.join)


@dataclass(frozen=True, slots=True)
class PathPattern:
    """A pattern of tag paths as a template: it finds records on other pages of the site.

    >>> print(PathPattern(("/html/ul/li", "/html/ul/li/a", "/html/ul/li/p")))
    /html/ul: li(a p)
    """

    paths: tuple[str, ...]  # from the page's root; the first is that of a record's first root
    alpha: float = 0.6
    decoration: frozenset[str] = DECORATION
    join: bool = False

    def __str__(self) -> str:
        parent = self.paths[0].rpartition("/")[0]
        parts: list[str] = []
        depth = level = parent.count("/")
        for path in self.paths:
            depth, before = path.count("/"), depth
            if depth > before:
                parts.append("(" if before > level else "")
            else:
                parts.append(")" * (before - max(depth, level + 1)) + " ")
            parts.append(path.rpartition("/")[2])
        return f"{parent or '/'}: {''.join(parts)}{')' * (depth - level - 1)}"

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page: as `STEM.detect` would, but also single records.

        Where the pattern does not occur exactly, records near enough to it are taken.
        """
        sequence = PathSequence.of(tree, self.decoration)
        ids = {sequence.path(number): number for number in range(1, len(sequence.labels))}
        # 0 is no path's id: a path that this page lacks matches nothing.
        pattern = tuple(ids.get(path, 0) for path in self.paths)
        if not pattern[0]:
            return []
        found = groups(sequence, [pattern], alpha=self.alpha, least=1)
        found = found or near_groups(sequence, pattern, alpha=self.alpha)
        if self.join:
            found = _joined(found) or found
        lists = [group for group in found if len(group.records) > 1]
        return _regions(tree, sequence, lists or found, lambda *_: self)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        return {
            "system": "stem",
            "paths": list(self.paths),
            "alpha": self.alpha,
            "decoration": sorted(self.decoration),
            "join": self.join,
        }

    @classmethod
    def from_json(cls, data: Any) -> PathPattern:
        """Return the template that `to_json` gave; ValueError where *data* is none."""
        if not isinstance(data, dict) or data.get("system") != "stem":
            raise ValueError("not a STEM template: there is no “system”: “stem”")
        paths, decoration = _strings(data, "paths"), _strings(data, "decoration")
        if not paths or not all(_PATH.fullmatch(path) for path in paths):
            raise ValueError("a STEM template needs paths such as /html/body/ul/li")
        alpha, join = data.get("alpha"), data.get("join")
        if isinstance(alpha, bool) or not isinstance(alpha, int | float) or not 0 < alpha <= 1:
            raise ValueError(f"alpha={alpha!r}: a STEM template needs a number above 0, at most 1")
        if not isinstance(join, bool):
            raise ValueError(f"join={join!r}: a STEM template needs true or false")
        return cls(paths, float(alpha), frozenset(decoration), join)


_PATH = re.compile(r"(/[^/\s]+)+")


def _strings(data: dict[str, Any], name: str) -> tuple[str, ...]:
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(entry, str) for entry in found):
        raise ValueError(f"a STEM template needs a list of texts as {name!r}")
    return tuple(found)


def _joined(found: Iterable[Group]) -> list[Group]:
    """Return the groups of each pattern as one; patterns that make a list nowhere are left out.

    Parts of the records of a list occur once under each record: joined, they would be one.
    """
    by_pattern: dict[Pattern, list[Group]] = {}
    for group in found:
        by_pattern.setdefault(group.pattern, []).append(group)
    return [
        Group(
            pattern,
            parts[0].parent if len(parts) == 1 else -1,
            tuple(sorted(record for part in parts for record in part.records)),
        )
        for pattern, parts in by_pattern.items()
        if max(len(part.records) for part in parts) > 1
    ]


def _regions(
    tree: Tree,
    sequence: PathSequence,
    found: Sequence[Group],
    template: Callable[[PathSequence, Pattern], PathPattern],
) -> list[Region]:
    # What has no path of its own was unwrapped.
    unwrapped = frozenset(tree.names) - set(sequence.labels)
    placed = [
        (tuple(record_nodes(tree, sequence, unwrapped, r) for r in group.records), group.pattern)
        for group in found
    ]
    placed.sort()
    templates: dict[Pattern, tuple[int, PathPattern]] = {}
    regions = []
    for records, pattern in placed:
        if pattern not in templates:
            templates[pattern] = len(templates), template(sequence, pattern)
        number, made = templates[pattern]
        regions.append(
            Region(
                records,
                detector="stem",
                parent=_common_parent(tree, records),
                span=len(sequence.roots(pattern)),
                score=text_score(tree, records),
                pattern=number,
                template=made,
            )
        )
    return regions


def _common_parent(tree: Tree, records: Iterable[Record]) -> int | None:
    parents = {tree.parents[record[0]] for record in records}
    return parents.pop() if len(parents) == 1 else None
