"""Dataclasses as plain data, ready for JSON, and back; the content of a file is checked first.

Type hints define the format: what a field may hold, and, in a `Rule` beside the type, how long, how
large and under which key. A class may have a method ``check`` that raises ValueError for what types
cannot express, or its own ``to_json`` and ``from_json``. Named tuples become lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as type_hints

__all__ = ["WHOLE", "LongText", "Rule", "Share", "from_plain", "to_plain"]

T = TypeVar("T")

# Depth of objects inside objects; wrappers nest less deeply. Chosen, not measured.
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Rule:
    """What a type cannot say about a value in a file. Limits are guards: chosen, not measured."""

    name: str = ""  # its key, if not the name of the field
    least: float = 0  # of numbers
    most: float = 10**9
    longest: int = 20_000  # of texts, in characters
    fewest: int = 0  # of lists and mappings
    items: int = 5_000  # at most
    whole: bool = False  # written even if it is the default, and with all its own fields
    skip: bool = False  # not in files
    flat: bool = False  # its fields are among those of the object around it
    pairs: bool = False  # pairs of name and value, written as an object
    by: str = ""  # a mapping by this field of its values, written as a list of them
    text: tuple[Callable[[Any], str], Callable[[str], Any]] | None = None  # to text and back


_NO_RULE, WHOLE = Rule(), Rule(whole=True)
_hints = partial(type_hints, include_extras=True)
Share = Annotated[float, Rule(most=1)]
LongText = Annotated[str, Rule(longest=1_000_000)]


class _Codec(NamedTuple):
    """How values of a type are written and read; a reader knows how deep it is."""

    write: Callable[[Any], Any]
    read: Callable[[Any, int], Any]


def to_plain(value: Any, *, whole: bool = False) -> dict[str, Any]:
    """Return a dataclass as plain data; fields that have their default are left out.

    With *whole*, all of its own fields are written.
    """
    kind: Any = type(value)
    data: dict[str, Any] = _class_codec(kind, whole).write(value)
    return data


def from_plain(hint: type[T], data: Any, name: str = "") -> T:
    """Return the value of the type *hint* that *data* describes; ValueError if it does not fit."""
    kind: Any = hint
    codec = _class_codec(kind) if is_dataclass(hint) else _codec(kind, name)
    found: T = codec.read(data, 0)
    return found


@cache
def _codec(hint: Any, name: str, rule: Rule = _NO_RULE) -> _Codec:
    """Return how a value of the type *hint* is written and read; *name* is for errors."""
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return _codec(get_args(hint)[0], name, _merged(get_args(hint)[1:]))
    if rule.text:
        return _Codec(rule.text[0], _read_text(name, rule))
    if kind in _SCALARS:
        return _Codec(_same, _SCALARS[kind](name, rule))
    if kind is Literal:
        return _Codec(_same, partial(_read_literal, name, get_args(hint)))
    if kind in (Union, UnionType):
        return _union_codec(get_args(hint), name, rule)
    if hasattr(kind, "from_json"):
        return _Codec(kind.to_json, lambda data, depth: kind.from_json(data))
    if is_dataclass(hint):
        # Looked up late: a class may hold itself.
        return _Codec(
            lambda value: _class_codec(kind, rule.whole).write(value),
            lambda data, depth: _class_codec(kind, rule.whole).read(data, depth),
        )
    if issubclass(kind, Mapping):
        return _mapping_codec(hint, name, rule)
    if rule.pairs:
        write, read = _mapping_codec(get_args(get_args(hint)[0]), name, rule)
        return _Codec(
            lambda value: write(dict(value)), lambda data, depth: (*read(data, depth).items(),)
        )
    if hasattr(kind, "_fields"):
        return _row_codec(_hints(kind).values(), name, kind._make)
    inside = get_args(hint)
    if kind is tuple and inside[-1] is not Ellipsis:
        return _row_codec(inside, name, tuple)
    return _list_codec(kind, _codec(inside[0], name), name, rule)


def _merged(rules: Iterable[Any]) -> Rule:
    given = {
        one.name: value
        for rule in rules
        for one in fields(Rule)
        if (value := getattr(rule, one.name)) != one.default
    }
    return Rule(**given)


def _same(value: Any) -> Any:
    return value


def _read_text(name: str, rule: Rule) -> Callable[[Any, int], Any]:
    longest, made = rule.longest, rule.text[1] if rule.text else None

    def read(data: Any, depth: int) -> Any:
        if type(data) is str and len(data) <= longest:
            return made(data) if made else data
        raise ValueError(f"{name}: a text of at most {longest} characters is expected")

    return read


def _read_number(kind: type, name: str, rule: Rule) -> Callable[[Any, int], Any]:
    least, most = rule.least, rule.most
    kinds = (int,) if kind is int else (int, float)

    def read(data: Any, depth: int) -> Any:
        if type(data) in kinds and least <= data <= most:
            return kind(data)
        what = f"a number from {least} to {most}"
        raise ValueError(f"{name}: {what} is expected, not {data!r:.60}")

    return read


def _read_flag(name: str, rule: Rule) -> Callable[[Any, int], bool]:
    def read(data: Any, depth: int) -> bool:
        if data is True or data is False:
            return data
        raise ValueError(f"{name}: true or false is expected, not {data!r:.60}")

    return read


_SCALARS: dict[Any, Callable[[str, Rule], Callable[[Any, int], Any]]] = {
    str: _read_text,
    int: partial(_read_number, int),
    float: partial(_read_number, float),
    bool: _read_flag,
    Any: lambda name, rule: lambda data, depth: data,
}


def _read_literal(name: str, known: tuple[Any, ...], data: Any, depth: int) -> Any:
    if type(data) is str and data in known:
        return data
    raise ValueError(f"{name}: one of {', '.join(map(repr, known))} is expected, not {data!r:.60}")


def _union_codec(hints: tuple[Any, ...], name: str, rule: Rule) -> _Codec:
    codecs = [
        (get_origin(hint) or hint, _codec(hint, name, rule))
        for hint in hints
        if hint is not NoneType
    ]
    optional = NoneType in hints

    def write(value: Any) -> Any:
        if len(codecs) == 1 and value is not None:
            return codecs[0][1].write(value)
        if value is None or type(value) in _SCALARS:
            return value
        return next(codec.write(value) for kind, codec in codecs if isinstance(value, kind))

    def read(data: Any, depth: int) -> Any:
        if data is None and optional:
            return None
        reasons = []
        for _, codec in codecs:
            try:
                return codec.read(data, depth)
            except ValueError as error:
                reasons.append(str(error))
        raise ValueError(", or ".join(reasons))

    return _Codec(write, read)


def _mapping_codec(hint: Any, name: str, rule: Rule) -> _Codec:
    of_key, of_value = (_codec(one, name) for one in get_args(hint) or hint)
    if by := rule.by:
        write_list, read_list = _list_codec(tuple, of_value, name, rule)
        return _Codec(
            lambda value: write_list(value.values()),
            lambda data, depth: {getattr(one, by): one for one in read_list(data, depth)},
        )

    def read(data: Any, depth: int) -> dict[Any, Any]:
        _expect(dict, data, name, rule)
        key, value = of_key.read, of_value.read
        return {key(one, depth): value(found, depth) for one, found in data.items()}

    return _Codec(lambda value: {key: of_value.write(one) for key, one in value.items()}, read)


def _list_codec(kind: Any, item: _Codec, name: str, rule: Rule) -> _Codec:
    write_item, read_item = item

    def write(value: Any) -> list[Any]:
        ordered = sorted(value) if kind is frozenset else value
        items = [*ordered] if write_item is _same else [write_item(one) for one in ordered]
        # What cannot be read again is not written.
        _expect(list, items, name, rule)
        return items

    def read(data: Any, depth: int) -> Any:
        _expect(list, data, name, rule)
        return kind([read_item(one, depth) for one in data])

    return _Codec(write, read)


def _row_codec(hints: Iterable[Any], name: str, made: Callable[[list[Any]], Any]) -> _Codec:
    codecs = [_codec(hint, name) for hint in hints]
    rule = Rule(fewest=len(codecs), items=len(codecs))

    def read(data: Any, depth: int) -> Any:
        _expect(list, data, name, rule)
        return made([one.read(item, depth) for one, item in zip(codecs, data, strict=True)])

    return _Codec(
        lambda value: [one.write(item) for one, item in zip(codecs, value, strict=True)], read
    )


def _expect(kind: type[list[Any] | dict[Any, Any]], data: Any, name: str, rule: Rule) -> None:
    if not isinstance(data, kind):
        what = "a list" if kind is list else "an object"
        raise ValueError(f"{name}: {what} is expected, not {type(data).__name__}")
    if not rule.fewest <= len(data) <= rule.items:
        limits = f"{rule.fewest} to {rule.items}" if rule.fewest < rule.items else rule.items
        raise ValueError(f"{name}: {limits} items are expected, not {len(data)}")


class _Member(NamedTuple):
    """A field of a class, as it is in files."""

    name: str
    key: str
    codec: _Codec
    default: Any
    kept: bool
    flat: bool


@cache
def _class_codec(kind: Any, whole: bool = False) -> _Codec:
    members, hints = [], _hints(kind)
    for one in fields(kind):
        hint = hints[one.name]
        rule = _merged(get_args(hint)[1:]) if get_origin(hint) is Annotated else _NO_RULE
        if rule.skip:
            continue
        default = one.default if one.default_factory is MISSING else one.default_factory()
        key, kept = rule.name or one.name, whole or rule.whole
        members.append(_Member(one.name, key, _codec(hint, key), default, kept, rule.flat))
    flat = [member for member in members if member.flat]
    known = {one.key: (one.name, one.codec.read) for one in members if not one.flat}
    needed = {one.key for one in members if one.default is MISSING}
    check, title = getattr(kind, "check", None), kind.__name__.strip("_")

    def write(value: Any) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for name, key, codec, default, kept, inline in members:
            found = getattr(value, name)
            if inline:
                data |= codec.write(found)
            elif kept or found != default:
                data[key] = codec.write(found)
        return data

    def read(data: Any, depth: int) -> Any:
        if type(data) is not dict:
            raise ValueError(f"{title}: an object is expected, not {type(data).__name__}")
        if depth > _DEEPEST:
            raise ValueError(f"{title}: objects are nested too deeply")
        values = {}
        for key, value in data.items():
            if key in known:
                name, read_member = known[key]
                values[name] = read_member(value, depth + 1)
        if missing := needed - data.keys():
            raise ValueError(f"{min(missing)}: missing in {title}")
        for member in flat:
            values[member.name] = member.codec.read(data, depth + 1)
        made = kind(**values)
        if check:
            check(made)
        return made

    return _Codec(write, read)
