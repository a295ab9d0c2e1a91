"""What comes from a file is checked: a template of somebody else does no harm."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from windrow.tree import Tree
from windrow.wrap.detail.template import DetailTemplate, Source, learn

TEXT = 'html(body(h1"{0}" dl(dt"Price" dd"{0}" dt"Size" dd"{1}") ul({2})))'


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    pages = [
        TEXT.format("Ant", "one", 'li"a" li"b"'),
        TEXT.format("Bee", "two", 'li"c" li"d" li"e" li"f"'),
    ]
    return learn([Source(Tree.from_text(text)) for text in pages]).to_json()


def _group(data: dict[str, Any]) -> dict[str, Any]:
    group: dict[str, Any] = data["places"][0]["groups"][0]
    return group


def _set(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(values)


def _set_group(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: _group(data).update(values)


def _set_place(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["places"][1].update(values)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "another version": (_set(keyed=2), "not a keyed template of version 1"),
    "no places": (_set(places=[]), "places"),
    "places that are none": (_set(places=[1]), "a place: an object is expected, not int"),
    "words that are none": (_set(words=[1]), "words: a text"),
    "no pages": (_set(pages=0), "pages: a number above 0"),
    "linked data that is none": (_set(linked={}), "linked: a list is expected"),
    "an unknown mode": (_set_group(mode="eval"), "not a mode of a group: 'eval'"),
    "an unhashable mode": (_set_group(mode=[]), "not a mode of a group"),
    "an unknown position": (_set_group(position="above"), "not a position of a label"),
    "a place inside itself": (_set_group(parts={"": 0}), "place 0 cannot hold place 0"),
    "a place that is not there": (_set_group(parts={"": 99999}), "cannot hold place 99999"),
    "a place held twice": (_set_group(parts={"": 1, ":1": 1}), "cannot hold place 1"),
    "a flag that is none": (_set_group(anchored="yes"), "anchored: true or false"),
    "slots without examples": (_set_group(slots=[[]]), "a slot has at least one example"),
    "slots of words": (_set_group(slots=[[["a"]]]), "numbers are expected"),
    "too many slots": (_set_group(slots=[[[1]]] * 100), "at most"),
    "a label too long": (_set_place(label="x" * 30_000), "label: a text of at most"),
    "frozen to nothing": (_set_place(frozen=[1]), "frozen: three numbers"),
    "closed in words": (_set_place(closed="yes"), "closed: true or false"),
    "a negative count": (_set_place(pages=-1), "pages: a number is expected"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_with_a_reason(stored: dict[str, Any], case: str) -> None:
    change, message = WRONG[case]
    data = copy.deepcopy(stored)
    change(data)

    with pytest.raises(ValueError, match=message):
        DetailTemplate.from_json(data)


@pytest.mark.parametrize("data", [None, [], "keyed", 1, {}])
def test_what_is_no_template_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="not a keyed template"):
        DetailTemplate.from_json(data)


def test_places_are_not_nested_in_the_file_however_deep_the_page(stored: dict[str, Any]) -> None:
    deep = "html(" + "div(" * 500 + 'p"{}"' + ")" * 501
    template = learn([Source(Tree.from_text(deep.format(k))) for k in (1, 2)])

    again = DetailTemplate.from_json(json.loads(json.dumps(template.to_json())))

    assert [*again.read(Source(Tree.from_text(deep.format(3)))).values()] == ["3"]
