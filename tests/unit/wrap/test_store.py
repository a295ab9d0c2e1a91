"""Wrappers as files: they can be read again, and other files are a clear error."""

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from windrow.errors import BadWrapper, FileUnreadable, NewerWrapper, WrapperError
from windrow.read import Page
from windrow.wrap import store
from windrow.wrap.learn import learn
from windrow.wrap.list.pages import ListPages
from windrow.wrap.wrapper import Wrapper

SHOP = Page.from_text(
    "<main><h1>Tools</h1><ul class=goods>"
    + "".join(
        f"<li class=card><a href=/{n}>Tool {n}</a><b class=price>${n}.50</b>"
        f"<ul><li>red {n}<li>blue {n}</ul><p>Price: <i>{n}</i></p>"
        for n in range(1, 7)
    )
    + "</ul></main>"
)
FILMS = [
    Page.from_text(
        f"<body><h1 class=name>{name}</h1><table><tr><th>Year<td>{year}<tr><th>Length<td>{length}"
        f"</table><ul class=cast>{''.join(f'<li>{actor}' for actor in cast)}</ul><p>{name} is long"
    )
    for name, year, length, cast in (
        ("Hay", "1987", "90 min", ("Ann", "Bob")),
        ("Rye", "1991", "80 min", ("Cyd", "Dan", "Eve")),
    )
]
WRAPPERS = {
    "list": learn([SHOP], kind="list"),
    "detail": learn(FILMS, kind="detail"),
    "net": learn([SHOP], detector="net"),
    "stem": learn([SHOP], detector="stem"),
}
FILES = {name: store.dumps(wrapper) for name, wrapper in WRAPPERS.items()}
PAGES = {"list": SHOP, "detail": FILMS[0], "net": SHOP, "stem": SHOP}
every_kind = pytest.mark.parametrize("kind", [*FILES])


@every_kind
def test_a_wrapper_that_was_written_reads_the_same_rows(kind: str, tmp_path: Path) -> None:
    WRAPPERS[kind].save(tmp_path / "w.json")

    again = Wrapper.load(tmp_path / "w.json")

    assert again.apply(PAGES[kind]) == WRAPPERS[kind].apply(PAGES[kind])
    assert store.dumps(again) == FILES[kind]


def test_a_picture_without_a_description_among_others_makes_a_wrapper_that_can_be_read() -> None:
    cards = "".join(
        f"<div class=card><h3><a href=/{n}>Rake {n}</a></h3><p>Ash handle {n}"
        f"<img src={n}.jpg {'' if n == 2 else f'alt=rake-{n}'}></div>"
        for n in range(5)
    )
    wrapper = learn([page := Page.from_text(f"<main>{cards}</main>")])

    [table] = store.loads(store.dumps(wrapper).encode()).apply(page)

    assert [row["image_alt"] for row in table.rows] == [
        "rake-0",
        "rake-1",
        None,
        "rake-3",
        "rake-4",
    ]


def test_a_wide_table_is_read_again_too() -> None:
    names = "".join(f"<th>Name {column}" for column in range(520))
    rows = "".join(
        f"<tr><td><a href=/{row}>Row {row}</a>{''.join(f'<td>{row * k}' for k in range(1, 520))}"
        for row in range(1, 13)
    )
    wrapper = learn([Page.from_text(f"<table><tr>{names}{rows}</table>")], kind="list")

    again = store.loads(store.dumps(wrapper).encode())

    assert len(again.columns) == len(wrapper.columns) > 500


@every_kind
def test_a_file_cut_off_anywhere_is_no_wrapper(kind: str) -> None:
    content = FILES[kind].encode()

    for end in range(0, len(content) - 2, max(1, len(content) // 60)):
        with pytest.raises(BadWrapper):
            store.loads(content[:end])


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to everything in plain data."""
    found = [path] if path else []
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += places(value, (*path, key))
    return found


def changed(data: Any, path: tuple[Any, ...], value: Any, *, drop: bool) -> Any:
    data = json.loads(json.dumps(data))
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    if drop:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return data


HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["../../etc/passwd", "/etc/passwd", "__import__('os')", "\0", "[[", "#text", "a" * 30_000,
         "..", "./", "/", "[1]", "div[999999999]", "(((", "'\"", "\ud800"]
    ),
    st.lists(st.integers(), max_size=3),
    st.lists(st.lists(st.text(max_size=3), max_size=2), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)  # fmt: skip
PARSED = {name: json.loads(text) for name, text in FILES.items()}
PLACES = {name: places(data) for name, data in PARSED.items()}


@every_kind
@settings(max_examples=150, deadline=None)
@given(chance=st.data())
def test_a_file_with_anything_wrong_in_it_loads_or_is_no_wrapper(
    kind: str, chance: st.DataObject
) -> None:
    path = chance.draw(st.sampled_from(PLACES[kind]))
    value = chance.draw(HOSTILE)
    data = changed(PARSED[kind], path, value, drop=chance.draw(st.booleans()))

    try:
        wrapper = store.loads(json.dumps(data).encode())
    except WrapperError:
        return

    # What loads can be used: it gives rows, or says that the page does not fit.
    wrapper.apply(PAGES[kind])


@pytest.mark.parametrize("kind", ["list", "detail", "net"])
def test_a_file_of_format_1_is_read_as_one_of_format_2(kind: str) -> None:
    again = store.load(Path(__file__).parent / "format-1" / f"{kind}.json")

    # Older files do not know what pages call the columns of detail pages, nor what these are
    # worth, nor which fields have digits, and keep no page.
    labelled = store.loads(FILES[kind].encode())
    if isinstance(labelled.template, ListPages):
        template = replace(labelled.template.template, figures=())
        labelled = replace(labelled, template=replace(labelled.template, template=template))
    plain = [replace(c, label="", worth=1.0) if kind == "detail" else c for c in labelled.columns]
    assert store.dumps(again) == store.dumps(replace(labelled, columns=tuple(plain), kept=()))


def test_a_damaged_file_of_format_1_is_no_wrapper() -> None:
    data = json.loads((Path(__file__).parent / "format-1" / "detail.json").read_bytes())

    for name in ("keyed", "pages", "words", "places"):
        damaged = {**data["template"], "template": {**data["template"]["template"], name: None}}
        with pytest.raises(BadWrapper):
            store.loads(json.dumps({**data, "template": damaged}).encode())


@pytest.mark.parametrize("version", [3, 99, 10**400])
def test_a_file_of_a_later_version_says_so(version: int) -> None:
    with pytest.raises(NewerWrapper, match="later version"):
        store.loads(json.dumps({**PARSED["list"], "windrow": version}).encode())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"3",
        b'{"windrow": true}',
        b'{"windrow": "1"}',
        b'{"windrow": 1}',
        b'{"windrow": NaN}',
        b"\xff\xfe\x00",
        b"<html>",
        pickle.dumps({"windrow": 1}),
        b"[" * 100_000,
        b'{"windrow": 1, "kind": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"windrow": ' + b"1" * 10_000 + b"}",
    ],
    ids=range(15),
)
def test_what_is_no_wrapper_is_a_clear_error(content: bytes) -> None:
    with pytest.raises(WrapperError) as caught:
        store.loads(content, "w.json")

    assert "w.json" in caught.value.summary
    assert len(caught.value.summary) < 400


def test_a_file_past_the_limit_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LARGEST", 1000)
    (tmp_path / "w.json").write_text(FILES["list"] + " " * 5000)

    with pytest.raises(BadWrapper, match="larger than"):
        Wrapper.load(tmp_path / "w.json")


def test_a_page_in_the_place_of_the_wrapper_says_what_comes_first() -> None:
    with pytest.raises(BadWrapper, match="it is a page") as caught:
        store.loads(b"\n<!doctype html><p>A page", "page.html")

    assert "give the wrapper first" in str(caught.value)


@pytest.mark.parametrize(("kind", "inside"), [("list", "inner"), ("net", ""), ("stem", "")])
def test_deep_nesting_inside_a_template_is_no_wrapper(kind: str, inside: str) -> None:
    field = PARSED[kind]["template"]["fields"][0]
    for _ in range(200):
        below = {**PARSED["list"]["template"], "fields": [field]} if inside else [field]
        field = {**PARSED[kind]["template"]["fields"][0], "kind": "rows", inside or "fields": below}
    data = changed(PARSED[kind], ("template", "fields"), [field], drop=False)

    with pytest.raises(BadWrapper):
        store.loads(json.dumps(data).encode())


def test_a_template_can_name_no_class_to_load() -> None:
    for name in ("os.system", "windrow.wrap.store", "builtins.eval", "__class__"):
        data = changed(PARSED["list"], ("template", "system"), name, drop=False)
        with pytest.raises(BadWrapper, match="no such template"):
            store.loads(json.dumps(data).encode())


def test_names_that_look_like_paths_lead_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = {**PARSED["list"], "name": "../../etc/passwd"}
    data["columns"][0]["name"] = "../../../tmp/evil"

    wrapper = store.loads(json.dumps(data).encode())

    assert next(iter(wrapper.apply(SHOP)[0].rows[0])) == "../../../tmp/evil"
    assert [*tmp_path.iterdir()] == []


def test_a_wrapper_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "w.json"
    WRAPPERS["list"].save(target)
    before = target.read_bytes()

    with pytest.raises(FileUnreadable, match="cannot be written"):
        WRAPPERS["list"].save(tmp_path / "no" / "w.json")

    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["w.json"]


@every_kind
@pytest.mark.parametrize("half", [rb"\ud800", rb"\uDFFF"])
def test_half_a_character_makes_no_wrapper(kind: str, half: bytes) -> None:
    content = json.dumps({**json.loads(FILES[kind]), "name": "HALF"}).encode()

    with pytest.raises(BadWrapper, match="not Unicode text"):
        store.loads(content.replace(b"HALF", half))

    assert store.loads(content.replace(b"HALF", rb"\ud83d\ude00")).name == "😀"


def test_a_name_that_is_not_unicode_text_is_not_written(tmp_path: Path) -> None:
    column = WRAPPERS["list"].columns[0].name

    with pytest.raises(FileUnreadable, match=r"'\\udcff' in it is not Unicode text"):
        WRAPPERS["list"].renamed({column: "a\udcff"}).save(tmp_path / "w.json")

    assert not [*tmp_path.iterdir()]


def test_a_fingerprint_of_values_must_say_something_of_them() -> None:
    data = json.loads(FILES["list"])
    del data["columns"][0]["fingerprint"]["forms"]

    with pytest.raises(BadWrapper, match="fingerprint"):
        store.loads(json.dumps(data).encode())


def test_an_echo_that_is_never_heard_makes_no_wrapper() -> None:
    data = json.loads(FILES["list"])
    data["template"]["echoes"][0][2] = 0.0

    with pytest.raises(BadWrapper, match=r"a number from 0\.8 to 1"):
        store.loads(json.dumps(data).encode())


def test_strangers_that_say_nothing_are_no_reason_to_fail() -> None:
    data = json.loads(FILES["list"])
    data["template"]["strangers"] = ["", "Home"]

    wrapper = store.loads(json.dumps(data).encode())

    assert wrapper.apply(SHOP)[0].rows == WRAPPERS["list"].apply(SHOP)[0].rows


def test_a_wrapper_with_more_columns_than_a_file_may_have_is_not_written() -> None:
    rows = "".join("<tr>" + "".join(f"<td>{row} {k}" for k in range(5_001)) for row in range(3))
    wrapper = learn([Page.from_text(f"<table>{rows}</table>")], kind="list")

    with pytest.raises(WrapperError, match=r"too large for a file: .*, not 5001"):
        store.dumps(wrapper)
