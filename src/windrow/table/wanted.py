"""Wanted fields: by name and type, as a JSON Schema, or as a pydantic class."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from windrow.errors import WindrowError
from windrow.table.types import TYPES

__all__ = ["Wanted", "nearest", "read_schema", "wanted"]

# The types of JSON Schema, and its formats of texts.
_SCHEMA_TYPES = {"string": "", "array": "rows", "object": "", "null": ""}
_SCHEMA_FORMATS = {
    "uri": "url", "uri-reference": "url", "iri": "url", "date-time": "datetime", "date": "date",
    "time": "time", "email": "email", "duration": "duration",
}  # fmt: skip
_SCALARS = frozenset(("string", "integer", "number", "boolean"))
# Characters of a description that are read, and words of one that is a name. Chosen, not measured.
_DESCRIBED, _WORDS = 100, 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wanted field: its name, and optionally its type and another name."""

    name: str
    type: str = ""
    also: str = ""


def wanted(fields: str | Iterable[str | Wanted] | Mapping[str, Any] | type) -> tuple[Wanted, ...]:
    """Return the fields that a text, a list, a JSON Schema or a pydantic class asks for.

    >>> wanted("title, price:number")
    (Wanted(name='title', type='', also=''), Wanted(name='price', type='number', also=''))
    """
    if isinstance(fields, type):
        made = getattr(fields, "model_json_schema", None)
        if made is None:
            raise WindrowError(
                f"{fields.__name__} is not a pydantic model", hint="give a subclass of BaseModel"
            )
        found = _of_schema(made())
    elif isinstance(fields, Mapping):
        found = _of_schema(fields)
    else:
        parts = fields.split(",") if isinstance(fields, str) else fields
        found = tuple(
            one if isinstance(one, Wanted) else _of_word(one.strip())
            for one in parts
            if not isinstance(one, str) or one.strip()
        )
    if not found:
        raise WindrowError("no field is given", hint="give names: title,price:number,url")
    if twice := [one.name for k, one in enumerate(found) if one.name in _names(found[:k])]:
        raise WindrowError(f"the field `{twice[0]}` is given twice")
    return found


def read_schema(path: str | os.PathLike[str]) -> tuple[Wanted, ...]:
    """Return the fields that the JSON Schema in a file asks for."""
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as stream:
            data = json.load(stream)
    except OSError as error:
        raise WindrowError(f"`{name}` cannot be read: {(error.strerror or '').lower()}") from error
    except (ValueError, RecursionError) as error:
        raise WindrowError(f"`{name}` is not JSON: {error}") from error
    if not isinstance(data, Mapping):
        raise WindrowError(f"`{name}` is not a JSON Schema: it is not an object")
    return wanted(data)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint for a name that is not known: the nearest one, and some of all.

    >>> nearest("prise", ["title", "price"])
    'did you mean `price`? There are title, price'
    """
    names = [*known]
    folded = {one.casefold(): one for one in names}
    close = get_close_matches(name.casefold(), folded, 1)
    # Chosen, not measured: more names than this are a list that nobody reads.
    all_of_them = ", ".join(names[:30]) + (", ..." if len(names) > 30 else "")
    there = f"There are {all_of_them}" if names else "There are none"
    return f"did you mean `{folded[close[0]]}`? {there}" if close else there.lower()[:1] + there[1:]


def _names(fields: Iterable[Wanted]) -> set[str]:
    return {one.name for one in fields}


def _of_word(word: str) -> Wanted:
    name, _, kind = (part.strip() for part in word.partition(":"))
    if not name:
        raise WindrowError(f"`{word}` names no field", hint="give NAME or NAME:TYPE")
    return Wanted(name, _known(kind, name))


def _known(kind: str, name: str) -> str:
    kind = {"string": "text", "float": "number", "int": "integer", "bool": "boolean",
            "link": "url"}.get(kind, kind)  # fmt: skip
    if kind and kind not in TYPES:
        raise WindrowError(
            f"`{kind}`, of the field `{name}`, is not a type", hint=nearest(kind, TYPES)
        )
    return kind


def _of_schema(schema: Mapping[str, Any]) -> tuple[Wanted, ...]:
    """Return the properties of an object, or of the objects in an array."""
    seen: list[Mapping[str, Any]] = []
    while schema.get("type") == "array" or "$ref" in schema:
        if any(schema is one for one in seen):
            break
        seen.append(schema)
        inner = schema.get("items") if "items" in schema else _referred(schema, seen[0])
        schema = inner if isinstance(inner, Mapping) else {}
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        raise WindrowError("the JSON Schema has no properties", hint="give one of an object")
    root = seen[0] if seen else schema
    return tuple(_of_property(str(name), about, root) for name, about in properties.items())


def _referred(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """Return what ``#/$defs/Name`` refers to in the same schema."""
    found: Any = root
    for part in str(schema.get("$ref", "")).removeprefix("#/").split("/"):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _of_property(name: str, about: Any, root: Mapping[str, Any]) -> Wanted:
    about = about if isinstance(about, Mapping) else {}
    if "$ref" in about:
        about = found if isinstance(found := _referred(about, root), Mapping) else {}
    # "null" beside a type says that the field may be empty, as all fields may be.
    for one in about.get("anyOf", ()):
        if isinstance(one, Mapping) and one.get("type") != "null":
            about = {**about, **one}
            break
    kinds = about.get("type", "")
    kind = next((one for one in [kinds] if isinstance(one, str)), "") or next(
        (str(one) for one in kinds if one != "null"), ""
    )
    inner = about.get("items")
    if kind == "array" and isinstance(inner, Mapping) and inner.get("type") in _SCALARS:
        # A column of words, or the rows of a list: both are several values.
        kind = "string"
    kind = _SCHEMA_FORMATS.get(str(about.get("format", "")), _SCHEMA_TYPES.get(kind, kind))
    return Wanted(name, _known(kind, name), _called(name, about))


def _called(name: str, about: Mapping[str, Any]) -> str:
    """Return another name of a property: its title, or a description of a few words.

    >>> _called("p", {"title": "Price"}), _called("p", {"description": "Asking price, in euros"})
    ('Price', 'Asking price')
    """
    title, description = about.get("title"), about.get("description")
    if isinstance(title, str) and title.replace(" ", "_").casefold() != name.casefold():
        return title
    if isinstance(description, str):
        # What comes behind a sign or a bracket explains the words before it.
        words = re.split(r"[,.;:(\n]", description[:_DESCRIBED], maxsplit=1)[0].strip()
        return words if 0 < len(words.split()) <= _WORDS else ""
    return ""
