"""The template of detail pages in files, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, Any

from windrow.plain import Rule, from_plain, to_plain
from windrow.wrap.detail.grow import number as number_spots
from windrow.wrap.detail.spot import LinkedHeld, Split, Spot
from windrow.wrap.detail.title import TitleEdges

__all__ = ["DetailFile", "spots_data", "spots_root"]


@dataclass(frozen=True)
class DetailFile:
    """A template of detail pages in a file.

    The spots are a flat list, in which a spot names those below it by their numbers: pages nest
    deeper than JSON parsers allow.
    """

    pages: Annotated[int, Rule(least=1)]
    words: Annotated[frozenset[str], Rule(items=200_000)]
    linked: Annotated[dict[str, LinkedHeld], Rule(by="path", items=200_000)]
    ways: Annotated[Mapping[str, str], Rule(items=50_000)] = field(default_factory=dict)
    title: TitleEdges = field(default_factory=TitleEdges)
    lines: Annotated[frozenset[str], Rule(items=50_000)] = frozenset()
    _: KW_ONLY
    spots: Annotated[list[Any], Rule(fewest=1, items=50_000)]


def spots_data(root: Spot) -> list[dict[str, Any]]:
    """Return the spots below *root*, itself first, as plain data."""
    numbers: dict[int, int] = {id(root): 0}
    order = [root]
    for spot in order:
        for split in spot.splits.values():
            for part in (*split.parts.values(), *([split.any] if split.any else [])):
                numbers[id(part)] = len(order)
                order.append(part)
    found = [to_plain(spot) for spot in order]
    for spot, data in zip(order, found, strict=True):
        _add_numbers(zip(spot.splits.values(), data.get("splits", ()), strict=True), numbers)
    # The steps of all other spots are those of the splits that hold them.
    found[0]["step"] = root.step
    return found


def _add_numbers(
    splits: Iterable[tuple[Split, dict[str, Any]]], numbers: Mapping[int, int]
) -> None:
    for split, data in splits:
        if split.inner:
            inner = data["inner"] = dict(sorted(data["inner"].items()))
            _add_numbers(((split.inner[label], inner[label]) for label in inner), numbers)
        if split.any is not None:
            data["any"] = numbers[id(split.any)]
        data["parts"] = {key: numbers[id(part)] for key, part in split.parts.items()}


def spots_root(data: list[Any]) -> Spot:
    """Return the root of the spots in *data*; ValueError if anything is wrong."""
    spots = [from_plain(Spot, item) for item in data]
    spots[0].step = from_plain(str, data[0].get("step", ""), "step")
    taken = {0}
    for number, item in enumerate(data):
        for entry in item.get("splits", ()):
            _hold(spots[number].splits[entry["signature"]], entry, spots, number, taken)
    number_spots(spots[0])
    return spots[0]


def _hold(
    split: Split, data: dict[str, Any], spots: list[Spot], number: int, taken: set[int]
) -> None:
    """Put the spots that *data* names below *split*."""

    def below(key: str, index: Any) -> Spot:
        # Larger than its parent's, and used once: so the spots form a tree, whatever a file says.
        if type(index) is not int or not number < index < len(spots) or index in taken:
            raise ValueError(f"spot {number} cannot hold spot {index!r:.60}")
        taken.add(index)
        spots[index].step = split.signature + key
        return spots[index]

    for label, inner in split.inner.items():
        _hold(inner, data["inner"][label], spots, number, taken)
    parts = data.get("parts", {})
    if not isinstance(parts, dict):
        raise ValueError("parts: an object is expected")
    split.parts = {key: below(key, index) for key, index in parts.items()}
    if data.get("any") is not None:
        split.any = below("=*", data["any"])
