"""Links are absolute in what is given out, as far as the address of the page is known."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import windrow
from windrow.kernels import load, mode
from windrow.read import Page
from windrow.read.base import base_of
from windrow.table.typed import typed_rows

ITEMS = "".join(
    f"<li><img src='/img/{k}.jpg'><a href='rake-{k}'>Rake number {k}</a> <b>€{k}.50</b></li>"
    for k in range(1, 6)
)


def page(head: str = "", url: str | None = None) -> Page:
    text = f"<head>{head}</head><body><h1>Rakes</h1><ul>{ITEMS}</ul>"
    return replace(Page.from_text(text), url=url)


def cells(source: Page, *, raw: bool = False) -> list[object]:
    [first, *_] = typed_rows(windrow.extract(source)[0], raw=raw)[1]
    return [value for value in first.values() if "rake-1" in str(value) or ".jpg" in str(value)]


def test_links_and_images_are_absolute_where_the_address_is_known() -> None:
    found = cells(page(url="https://hay.example/tools/"))

    assert sorted(map(str, found)) == [
        "https://hay.example/img/1.jpg",
        "https://hay.example/tools/rake-1",
    ]


def test_raw_cells_stay_as_in_the_page() -> None:
    found = cells(page(url="https://hay.example/tools/"), raw=True)

    assert sorted(map(str, found)) == ["/img/1.jpg", "rake-1"]


def test_without_an_address_links_stay_as_they_are() -> None:
    assert sorted(map(str, cells(page()))) == ["/img/1.jpg", "rake-1"]


@pytest.mark.parametrize(
    ("head", "url", "base"),
    [
        ("<base href='https://a.example/b/'>", None, "https://a.example/b/"),
        ("<BASE target=_top HREF=https://a.example/>", None, "https://a.example/"),
        ("<base href=/c/>", "https://a.example/b/d.html", "https://a.example/c/"),
        ("<!-- <base href='https://no.example/'> -->", "https://a.example/", "https://a.example/"),
        ("<base target=_top>", "https://a.example/", "https://a.example/"),
        ("<base target=_top><base href=https://b.example/>", None, "https://b.example/"),
        ("<base <!-- --> href=https://b.example/>", None, "https://b.example/"),
        ("<base href='javascript:alert(1)'>", None, ""),
        ("<base href=/c/>", None, ""),
        ("<base href='http://[broken'>", "https://a.example/", "https://a.example/"),
    ],
)
def test_the_base_of_a_page(head: str, url: str | None, base: str) -> None:
    assert base_of(page(head, url)) == base


@pytest.mark.parametrize("body", ["<body>", "<BODY>"])
def test_a_body_in_a_comment_does_not_end_the_head(body: str) -> None:
    page = f"<!-- {body} --><base href='https://a.example/'>{body}<base href='https://b.example/'>"

    assert base_of(Page.from_text(page)) == "https://a.example/"


@pytest.mark.skipif(mode("read.bases") != "native", reason="the kernel is not compiled")
@given(
    st.lists(st.sampled_from("<base <BaSe> <body> <BODY\n <body <bo <!-- --> <b x <".split(" ")))
    .map("".join)
    .map(str.encode),
    st.integers(0, 40),
)
def test_both_modes_find_the_first_base(content: bytes, limit: int) -> None:
    native, plain = load("read.bases", "native"), load("read.bases", "python")

    assert native.first_base(content, limit) == plain.first_base(content, limit)


def test_a_base_in_the_body_does_not_count() -> None:
    assert base_of(Page.from_text("<body><base href='https://a.example/'>")) == ""
