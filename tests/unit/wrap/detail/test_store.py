"""What comes from a file is checked: a template of somebody else does no harm."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from windrow.tree import Tree
from windrow.wrap.detail.template import DetailPage, DetailTemplate, learn

TEXT = 'html(body(h1"{0}" dl(dt"Price" dd"{0}" dt"Size" dd"{1}") ul({2})))'


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    pages = [
        TEXT.format("Ant", "one", 'li"a" li"b"'),
        TEXT.format("Bee", "two", 'li"c" li"d" li"e" li"f"'),
    ]
    return learn([DetailPage(Tree.from_text(text)) for text in pages]).to_json()


def _split(data: dict[str, Any]) -> dict[str, Any]:
    split: dict[str, Any] = data["spots"][0]["splits"][0]
    return split


def _set(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(values)


def _set_split(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: _split(data).update(values)


def _set_spot(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["spots"][1].update(values)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "no spots": (_set(spots=[]), "spots"),
    "spots that are none": (_set(spots=[1]), "Spot: an object is expected, not int"),
    "words that are none": (_set(words=[1]), "words: a text"),
    "no pages": (_set(pages=0), "pages: a number from 1"),
    "linked data that is none": (_set(linked={}), "linked: a list is expected"),
    "an unknown mode": (_set_split(mode="eval"), "mode: one of .* is expected, not 'eval'"),
    "an unhashable mode": (_set_split(mode=[]), "mode: one of"),
    "an unknown position": (_set_split(position="above"), "position: one of"),
    "a spot inside itself": (_set_split(parts={"": 0}), "spot 0 cannot hold spot 0"),
    "a spot that is not there": (_set_split(parts={"": 99999}), "cannot hold spot 99999"),
    "a spot held twice": (_set_split(parts={"": 1, ":1": 1}), "cannot hold spot 1"),
    "a flag that is none": (_set_split(anchored="yes"), "anchored: true or false"),
    "slots without examples": (_set_split(slots=[[]]), "slots: 1 to 8 items"),
    "slots of words": (_set_split(slots=[[["a"]]]), "slots: a number"),
    "too many slots": (_set_split(slots=[[[1]]] * 100), "slots: 0 to 16 items"),
    "a label too long": (_set_spot(label="x" * 30_000), "label: a text of at most"),
    "frozen to nothing": (_set_spot(frozen=[1]), "frozen: 3 items"),
    "closed in words": (_set_spot(closed="yes"), "closed: true or false"),
    "a negative count": (_set_spot(pages=-1), "pages: a number from 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused_with_a_reason(stored: dict[str, Any], case: str) -> None:
    change, message = WRONG[case]
    data = copy.deepcopy(stored)
    change(data)

    with pytest.raises(ValueError, match=message):
        DetailTemplate.from_json(data)


@pytest.mark.parametrize("data", [None, [], "detail", 1])
def test_what_is_no_template_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="DetailFile: an object"):
        DetailTemplate.from_json(data)


def test_spots_are_not_nested_in_the_file_however_deep_the_page(stored: dict[str, Any]) -> None:
    deep = "html(" + "div(" * 500 + 'p"{}"' + ")" * 501
    template = learn([DetailPage(Tree.from_text(deep.format(k))) for k in (1, 2)])

    again = DetailTemplate.from_json(json.loads(json.dumps(template.to_json())))

    assert [*again.read(DetailPage(Tree.from_text(deep.format(3)))).values()] == ["3"]
