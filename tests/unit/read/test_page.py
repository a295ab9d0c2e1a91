from dataclasses import FrozenInstanceError

import pytest

from windrow.read import Page


def test_a_page_cannot_be_changed() -> None:
    page = Page.from_text("<p>hay")

    with pytest.raises(FrozenInstanceError):
        page.content = b""  # type: ignore[misc]


def test_a_page_from_bytes_knows_where_it_came_from() -> None:
    page = Page.from_bytes(b"<p>hay", source="barn", content_type="text/html")

    assert (page.source, page.content, page.url, page.content_type) == (
        "barn",
        b"<p>hay",
        None,
        "text/html",
    )


def test_the_repr_of_a_page_leaves_out_its_content() -> None:
    assert len(repr(Page.from_bytes(b"x" * 10_000))) < 100


def test_a_lone_surrogate_in_a_text_does_no_harm() -> None:
    assert Page.from_text("a\ud800b").content == b"a?b"
