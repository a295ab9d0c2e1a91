"""The template of detail pages as plain data and back; what a file says is checked first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from windrow.wrap.detail.grow import number as number_spots
from windrow.wrap.detail.labels import Position
from windrow.wrap.detail.slots import MOST_SLOTS
from windrow.wrap.detail.spot import Held, LinkedHeld, Mode, Split, Spot

__all__ = ["linked_from_json", "linked_to_json", "spot_from_json", "spot_to_json", "strings"]

# The most spots of a template, the longest text (paths of deep pages are long) and the most labels
# of a split. Chosen, not measured.
_MOST_PLACES = 50_000
_LONGEST = 20_000
_MOST_LABELS = 5_000
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


def spot_from_json(data: Any) -> Spot:
    """Return the root of the spots in *data*; ValueError where anything is wrong."""
    if not isinstance(data, list) or not data or len(data) > _MOST_PLACES:
        raise ValueError(f"a template of detail pages has 1 to {_MOST_PLACES} spots")
    spots = [_read_spot(_mapping(item, "a spot")) for item in data]
    taken = {0}
    for number, item in enumerate(data):
        for split_data in _sequence(item.get("splits", []), "splits"):
            split = _read_split(_mapping(split_data, "a split"), spots, number, taken)
            spots[number].splits[split.signature] = split
    number_spots(spots[0])
    return spots[0]


def _read_spot(item: Mapping[str, Any]) -> Spot:
    spot = Spot(
        _text(item, "step", ""),
        label=_text(item, "label", ""),
        is_list=_flag(item, "list", False),
        unique=_flag(item, "unique", False),
        closed=_flag(item, "closed", False),
        pages=_count(item, "pages"),
        path=_text(item, "path", ""),
    )
    if item.get("frozen") is not None:
        frozen = _sequence(item["frozen"], "frozen")
        most = (1 << 62, 1 << 31, 1 << 31)
        if len(frozen) != 3 or not all(
            type(n) is int and 0 <= n < m for n, m in zip(frozen, most, strict=True)
        ):
            raise ValueError("frozen: three numbers are expected")
        spot.frozen = (frozen[0], frozen[1], frozen[2])
    for entry in _sequence(item.get("held", []), "held"):
        held = _read_held(_mapping(entry, "what a spot holds"))
        spot.held[held.suffix] = held
    aliases = _mapping(item.get("aliases", {}), "aliases")
    spot.aliases = {name: _text(aliases, name) for name in aliases}
    return spot


def _read_held(entry: Mapping[str, Any]) -> Held:
    constant = entry.get("constant")
    if constant is not None:
        constant = _text(entry, "constant")
    return Held(
        _text(entry, "suffix"),
        constant,
        _count(entry, "pages"),
        _flag(entry, "labelled", False),
        _flag(entry, "show", True),
    )


def _read_split(
    item: Mapping[str, Any], spots: list[Spot], number: int, taken: set[int], depth: int = 0
) -> Split:
    split = Split(_text(item, "signature"), _mode(item, "mode"))
    position = item.get("position", "")
    if not isinstance(position, str) or position not in _POSITIONS:
        raise ValueError(f"not a position of a label: {position!r}")
    split.position = cast(Position, position)
    split.partial = _flag(item, "partial", False)
    split.is_open = _flag(item, "open", True)
    split.anchored = _flag(item, "anchored", False)
    split.labels = strings(item.get("labels", []), "labels", _MOST_LABELS)
    inner = _mapping(item.get("inner", {}), "inner")
    if depth > 1:
        raise ValueError("a split inside a split has none inside itself")
    split.inner = {
        _short(label, "a label"): _read_split(
            _mapping(data, "a split"), spots, number, taken, depth + 1
        )
        for label, data in inner.items()
    }
    split.caption = _text(item, "caption", "")
    split.counts = _numbers(item.get("counts", []), "counts")
    slots = _sequence(item.get("slots", []), "slots")
    if len(slots) > MOST_SLOTS:
        raise ValueError(f"a split has at most {MOST_SLOTS} slots")
    split.slots = tuple(
        tuple(_numbers(example, "a slot's example") for example in _sequence(slot, "a slot")[:8])
        for slot in slots
    )
    if not all(split.slots) or (split.mode == "slots" and not split.slots):
        raise ValueError("a slot has at least one example")
    if item.get("also") is not None:
        split.also = _mode(item, "also")

    def below(key: str, index: Any) -> Spot:
        # Larger than one's own, and only once: so the spots are a tree, whatever a file says.
        whole = isinstance(index, int) and not isinstance(index, bool)
        if not whole or not number < index < len(spots) or index in taken:
            raise ValueError(f"spot {number} cannot hold spot {index!r}")
        taken.add(index)
        spot: Spot = spots[index]
        spot.step = split.signature + key
        return spot

    parts = _mapping(item.get("parts", {}), "parts")
    split.parts = {_short(key, "a key"): below(key, index) for key, index in parts.items()}
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


def linked_from_json(data: Any) -> dict[str, LinkedHeld]:
    """Return what is known of linked data; ValueError where anything is wrong."""
    found = {}
    for entry in _sequence(data, "linked"):
        item = _mapping(entry, "a linked field")
        constant = _text(item, "constant") if item.get("constant") is not None else None
        fields = tuple(
            _short(name, "a field") for name in _sequence(item.get("fields", []), "fields")
        )
        show = _flag(item, "show", True)
        found[_text(item, "path")] = LinkedHeld(constant, _count(item, "pages"), fields, show)
    return found


def strings(data: Any, what: str, most: int) -> frozenset[str]:
    """Return a set of texts; ValueError where *data* is not one, or is too large."""
    found = _sequence(data, what)
    if len(found) > most:
        raise ValueError(f"{what}: more than {most}")
    return frozenset(_short(text, what) for text in found)


def _numbers(data: Any, what: str) -> frozenset[int]:
    found = _sequence(data, what)
    if len(found) > 500 or not all(type(number) is int for number in found):
        raise ValueError(f"{what}: at most 500 numbers are expected")
    return frozenset(found)


def _mode(item: Mapping[str, Any], name: str) -> Mode:
    mode: Mode | None = item.get(name)
    if not isinstance(mode, str) or mode not in _MODES:
        raise ValueError(f"not a mode of a split: {mode!r}")
    return mode


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise ValueError(f"{what}: an object is expected, not {type(data).__name__}")
    return data


def _sequence(data: Any, what: str) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"{what}: a list is expected, not {type(data).__name__}")
    return data


def _text(item: Mapping[str, Any], name: str, default: str | None = None) -> str:
    return _short(item.get(name, default), name)


def _short(text: Any, what: str) -> str:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise ValueError(f"{what}: a text of at most {_LONGEST} characters is expected")
    return text


def _flag(item: Mapping[str, Any], name: str, default: bool) -> bool:
    value = item.get(name, default)
    if not isinstance(value, bool):
        raise ValueError(f"{name}: true or false is expected, not {value!r}")
    return value


def _count(item: Mapping[str, Any], name: str) -> int:
    value = item.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1_000_000:
        raise ValueError(f"{name}: a number is expected, not {value!r}")
    return value
