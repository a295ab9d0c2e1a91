"""The template of detail pages as plain data and back; what a file says is checked first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from windrow.wrap.check import flag, items, mapping, short, text, texts, whole
from windrow.wrap.detail.grow import number as number_spots
from windrow.wrap.detail.labels import Position
from windrow.wrap.detail.slots import MOST_SLOTS
from windrow.wrap.detail.spot import Held, LinkedHeld, Mode, Split, Spot

__all__ = ["linked_from_json", "linked_to_json", "spot_from_json", "spot_to_json"]

# The most spots of a template, labels of a split and learned pages. Chosen, not measured.
_MOST_SPOTS, _MOST_LABELS, _MOST_PAGES = 50_000, 5_000, 1_000_000
_MODES = frozenset(get_args(Mode))
_POSITIONS = frozenset(get_args(Position))


def spot_to_json(root: Spot) -> list[dict[str, Any]]:
    """Return the spots as a flat list; a spot names those below it by their numbers.

    Flat, because pages nest deeper than readers of JSON like to.
    """
    numbers: dict[int, int] = {id(root): 0}
    order = [root]
    for spot in order:
        for split in spot.splits.values():
            for part in (*split.parts.values(), *([split.any] if split.any else [])):
                numbers[id(part)] = len(order)
                order.append(part)
    found = [_spot(spot, numbers) for spot in order]
    # The steps of all other spots are those of the splits that hold them.
    found[0]["step"] = root.step
    return found


def _spot(spot: Spot, numbers: Mapping[int, int]) -> dict[str, Any]:
    found: dict[str, Any] = {"pages": spot.pages}
    if spot.label:
        found["label"] = spot.label
    if spot.is_list:
        found["list"] = True
    if spot.path:
        found["path"] = spot.path
    if spot.unique:
        found["unique"] = True
    if spot.closed:
        found["closed"] = True
    if spot.frozen:
        found["frozen"] = list(spot.frozen)
    if spot.held:
        found["held"] = [_held(held) for held in spot.held.values()]
    if spot.aliases:
        found["aliases"] = spot.aliases
    if spot.splits:
        found["splits"] = [_split(split, numbers) for split in spot.splits.values()]
    return found


def _held(held: Held) -> dict[str, Any]:
    found: dict[str, Any] = {"suffix": held.suffix, "pages": held.pages}
    if held.constant is not None:
        found["constant"] = held.constant
    if held.labelled:
        found["labelled"] = True
    if not held.show:
        found["show"] = False
    return found


def _split(split: Split, numbers: Mapping[int, int]) -> dict[str, Any]:
    found: dict[str, Any] = {"signature": split.signature, "mode": split.mode}
    if split.position:
        found["position"] = split.position
    if split.partial:
        found["partial"] = True
    if not split.is_open:
        found["open"] = False
    if split.labels:
        found["labels"] = sorted(split.labels)
    if split.anchored:
        found["anchored"] = True
    if split.inner:
        found["inner"] = {
            label: _split(inner, numbers) for label, inner in sorted(split.inner.items())
        }
    if split.caption:
        found["caption"] = split.caption
    if split.counts:
        found["counts"] = sorted(split.counts)
    if split.slots:
        found["slots"] = [[sorted(example) for example in slot] for slot in split.slots]
    if split.also:
        found["also"] = split.also
    if split.any is not None:
        found["any"] = numbers[id(split.any)]
    found["parts"] = {key: numbers[id(part)] for key, part in split.parts.items()}
    return found


# And back


def spot_from_json(data: Mapping[str, Any]) -> Spot:
    """Return the root of the spots in *data*; ValueError where anything is wrong."""
    every = items(data, "spots", _MOST_SPOTS)
    if not every:
        raise ValueError("a template of detail pages has at least one of 'spots'")
    spots = [_read_spot(item) for item in every]
    taken = {0}
    for number, item in enumerate(every):
        for split_data in items(item, "splits", _MOST_SPOTS, []):
            split = _read_split(split_data, spots, number, taken)
            spots[number].splits[split.signature] = split
    number_spots(spots[0])
    return spots[0]


def _read_spot(item: Mapping[str, Any]) -> Spot:
    spot = Spot(
        text(item, "step", ""),
        label=text(item, "label", ""),
        is_list=flag(item, "list", False),
        unique=flag(item, "unique", False),
        closed=flag(item, "closed", False),
        pages=whole(item, "pages", 0, _MOST_PAGES, 0),
        path=text(item, "path", ""),
    )
    if item.get("frozen") is not None:
        frozen = items(item, "frozen", 3)
        most = (1 << 62, 1 << 31, 1 << 31)
        if len(frozen) != 3 or not all(
            type(n) is int and 0 <= n < m for n, m in zip(frozen, most, strict=True)
        ):
            raise ValueError("frozen: three numbers are expected")
        spot.frozen = (frozen[0], frozen[1], frozen[2])
    for entry in items(item, "held", _MOST_SPOTS, []):
        held = _read_held(entry)
        spot.held[held.suffix] = held
    aliases = mapping(item, "aliases", {})
    spot.aliases = {name: text(aliases, name) for name in aliases}
    return spot


def _read_held(entry: Mapping[str, Any]) -> Held:
    suffix = text(entry, "suffix")
    constant = text(entry, "constant") if entry.get("constant") is not None else None
    return Held(
        suffix,
        constant,
        whole(entry, "pages", 0, _MOST_PAGES, 0),
        flag(entry, "labelled", False),
        flag(entry, "show", True),
    )


def _read_split(
    item: Mapping[str, Any], spots: list[Spot], number: int, taken: set[int], depth: int = 0
) -> Split:
    split = Split(text(item, "signature"), _mode(item, "mode"))
    position = item.get("position", "")
    if not isinstance(position, str) or position not in _POSITIONS:
        raise ValueError(f"not a position of a label: {position!r}")
    split.position = cast(Position, position)
    split.partial = flag(item, "partial", False)
    split.is_open = flag(item, "open", True)
    split.anchored = flag(item, "anchored", False)
    split.labels = frozenset(texts(item, "labels", _MOST_LABELS, []))
    inner = mapping(item, "inner", {})
    if depth > 1:
        raise ValueError("a split inside a split has none inside itself")
    split.inner = {
        short(label, "a label"): _read_split(data, spots, number, taken, depth + 1)
        for label, data in inner.items()
    }
    split.caption = text(item, "caption", "")
    split.counts = _numbers(item.get("counts", []), "counts")
    split.slots = tuple(
        tuple(_numbers(example, "a slot's example") for example in items({"": slot}, "", 8))
        for slot in items(item, "slots", MOST_SLOTS, [])
    )
    if not all(split.slots) or (split.mode == "slots" and not split.slots):
        raise ValueError("a slot has at least one example")
    if item.get("also") is not None:
        split.also = _mode(item, "also")

    def below(key: str, index: Any) -> Spot:
        # Larger than one's own, and only once: so the spots are a tree, whatever a file says.
        if type(index) is not int or not number < index < len(spots) or index in taken:
            raise ValueError(f"spot {number} cannot hold spot {index!r}")
        taken.add(index)
        spot: Spot = spots[index]
        spot.step = split.signature + key
        return spot

    parts = mapping(item, "parts", {})
    split.parts = {short(key, "a key"): below(key, index) for key, index in parts.items()}
    if item.get("any") is not None:
        split.any = below("=*", item["any"])
    return split


def linked_to_json(linked: Mapping[str, LinkedHeld]) -> list[dict[str, Any]]:
    """Return what is known of linked data as plain data."""
    return [
        {
            "path": path,
            "pages": held.pages,
            **({"constant": held.constant} if held.constant is not None else {}),
            **({"fields": list(held.fields)} if held.fields and held.show else {}),
            **({} if held.show else {"show": False}),
        }
        for path, held in linked.items()
    ]


def linked_from_json(data: Mapping[str, Any]) -> dict[str, LinkedHeld]:
    """Return what is known of linked data; ValueError where anything is wrong."""
    found = {}
    for item in items(data, "linked", _MOST_SPOTS):
        path, fields = text(item, "path"), tuple(texts(item, "fields", _MOST_SPOTS, []))
        constant = text(item, "constant") if item.get("constant") is not None else None
        pages = whole(item, "pages", 0, _MOST_PAGES, 0)
        found[path] = LinkedHeld(constant, pages, fields, flag(item, "show", True))
    return found


def _numbers(data: Any, what: str) -> frozenset[int]:
    found = items({what: data}, what, 500)
    if not all(type(number) is int for number in found):
        raise ValueError(f"{what!r} is not a list of numbers")
    return frozenset(found)


def _mode(item: Mapping[str, Any], name: str) -> Mode:
    mode: Mode | None = item.get(name)
    if not isinstance(mode, str) or mode not in _MODES:
        raise ValueError(f"not a mode of a split: {mode!r}")
    return mode
