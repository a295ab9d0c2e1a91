"""The template of STEM: a pattern of tag paths that finds records on other pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from windrow.detect.score import shared_parent, text_score
from windrow.detect.stem.patterns import DECORATION, PathSequence, Pattern
from windrow.detect.stem.records import groups, near_groups, record_nodes
from windrow.detect.stem.rivals import PatternRecords
from windrow.model import Region
from windrow.plain import Rule, from_plain, to_plain
from windrow.tree import Tree

__all__ = ["PathPattern", "joined", "regions"]

_PATH = re.compile(r"(/[^/\s]+)+")


def _path(text: str) -> str:
    if _PATH.fullmatch(text):
        return text
    raise ValueError(f"paths: a path such as /html/body/ul/li is expected, not {text[:60]!r}")


_Path = Annotated[str, Rule(text=(str, _path))]


@dataclass(frozen=True, slots=True)
class PathPattern:
    """A pattern of tag paths as a template: it finds records on other pages of the site.

    >>> print(PathPattern(("/html/ul/li", "/html/ul/li/a", "/html/ul/li/p")))
    /html/ul: li(a p)
    """

    # From the page's root; the first is that of a record's first root.
    paths: Annotated[tuple[_Path, ...], Rule(fewest=1, items=100_000)]
    alpha: Annotated[float, Rule(least=1e-6, most=1)] = 0.6
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
        # No path has the id 0, so a path that this page lacks matches nothing.
        pattern = tuple(ids.get(path, 0) for path in self.paths)
        if not pattern[0]:
            return []
        found = groups(sequence, [pattern], alpha=self.alpha, least=1)
        found = found or near_groups(sequence, pattern, alpha=self.alpha)
        if self.join:
            found = joined(found) or found
        lists = [group for group in found if len(group.records) > 1]
        return regions(tree, sequence, lists or found, lambda *_: self)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        return {"system": "stem", **to_plain(self, whole=True)}

    @classmethod
    def from_json(cls, data: Any) -> PathPattern:
        """Return the template that `to_json` wrote; ValueError for anything else."""
        if not isinstance(data, dict) or data.get("system") != "stem":
            raise ValueError("not a STEM template: there is no “system”: “stem”")
        return from_plain(cls, data)


def joined(found: Iterable[PatternRecords]) -> list[PatternRecords]:
    """Return the groups of each pattern as one, without patterns that make no list anywhere.

    Otherwise a part that occurs once in each record of a list would be joined to a list.
    """
    by_pattern: dict[Pattern, list[PatternRecords]] = {}
    for group in found:
        by_pattern.setdefault(group.pattern, []).append(group)
    return [
        PatternRecords(
            pattern,
            parts[0].parent if len(parts) == 1 else -1,
            tuple(sorted(record for part in parts for record in part.records)),
        )
        for pattern, parts in by_pattern.items()
        if max(len(part.records) for part in parts) > 1
    ]


def regions(
    tree: Tree,
    sequence: PathSequence,
    found: Sequence[PatternRecords],
    template: Callable[[PathSequence, Pattern], PathPattern],
) -> list[Region]:
    """Return *found* as regions in page order, those of one pattern with the same template."""
    # Labels without a path of their own were unwrapped.
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
                parent=shared_parent(tree, records),
                span=len(sequence.roots(pattern)),
                score=text_score(tree, records),
                pattern=number,
                template=made,
            )
        )
    return regions
