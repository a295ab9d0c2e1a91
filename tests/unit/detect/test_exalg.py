"""EXALG, on the book pages of its paper: the vectors <1,1,1,1> and <1,2,1,0>."""

import re

import pytest

from windrow.detect.exalg import EXALG
from windrow.detect.exalg.classes import PageWords, classes_of
from windrow.errors import NothingLearned
from windrow.read import Page
from windrow.tree import Tree, parse
from windrow.wrap.learn import learn


def book(name: str, *reviews: tuple[str, str, str]) -> str:
    said = "".join(
        f"<li><b>Reviewer Name</b>{who}<b>Rating</b>{rating}<b>Text</b>{text}</li>"
        for who, rating, text in reviews
    )
    return f"<html><body><b>Book Name</b>{name}<b>Reviews</b><ol>{said}</ol></body></html>"


BOOKS = [
    book("Databases", ("John", "7", "good")),
    book("Data Mining", ("Jeff", "2", "bad"), ("Jane", "6", "fine")),
    book("Query Opt.", ("John", "8", "great")),
    book("Transactions"),
]


def words(html: str) -> tuple[str, ...]:
    parts = [part.strip() for part in re.split(r"(<[^>]*>)", html) if part.strip()]
    return PageWords.of(parts).words


def test_it_finds_the_equivalence_classes_of_its_paper() -> None:
    found = classes_of([words(page) for page in BOOKS]).values()

    tokens = {one.vector: {word for word, _ in one.roles} for one in found}
    assert {"<html>", "<body>", "Book", "Name", "Reviews", "<ol>", "</ol>"} <= tokens[1, 1, 1, 1]
    assert {"<li>", "Reviewer", "Name", "Rating", "Text", "</li>"} <= tokens[1, 2, 1, 0]


def test_one_word_in_two_places_has_two_roles() -> None:
    found = classes_of([words(page) for page in BOOKS]).values()

    # "Name" is said of books and of reviewers.
    assert sum("Name" in {word for word, _ in one.roles} for one in found) == 2


def test_the_reviews_are_a_list_in_a_gap_of_the_page() -> None:
    found = {one.vector: one for one in classes_of([words(page) for page in BOOKS]).values()}

    page, reviews = found[1, 1, 1, 1], found[1, 2, 1, 0]
    assert (page.around, page.is_list) == (None, False)
    assert reviews.is_list
    assert reviews.optional
    assert reviews.around is not None
    assert page.roles[reviews.around[1]][0] == "<ol>"


def test_the_data_of_the_pages_come_out_as_in_the_paper() -> None:
    _, whole, [reviews] = EXALG().detect_in_pages([parse(page) for page in BOOKS])

    assert str(whole.alignment).splitlines()[1] == "Data Mining  | [Jeff, 2, bad; Jane, 6, fine]"
    assert str(reviews.alignment).splitlines() == [
        "John | 7 | good",
        "Jeff | 2 | bad",
        "Jane | 6 | fine",
        "John | 8 | great",
    ]


def in_lines(page: str) -> Page:
    """Return a page with every text in a line of its own: texts in one line are one value."""
    return Page.from_text(page.replace("<b>", "<p>").replace("</b>", "</p>"))


def test_a_wrapper_reads_pages_it_was_not_learned_from() -> None:
    wrapper = learn([in_lines(page) for page in BOOKS], detector="exalg", kind="detail")

    other = book("Hay", ("Ann", "9", "dry"), ("Bob", "3", "wet"), ("Cyd", "5", "so so"))
    [row] = wrapper.apply(in_lines(other))[0].rows

    name, reviews = (value for value in row.values() if value is not None)
    assert name == "Hay"
    assert isinstance(reviews, list)
    assert [[*one.values()] for one in reviews][2] == ["Cyd", "5", "so so"]


def test_a_page_that_lacks_a_token_is_read_all_the_same() -> None:
    wrapper = learn([Page.from_text(page) for page in BOOKS], detector="exalg", kind="detail")

    changed = book("Hay", ("Ann", "9", "dry")).replace("<b>Book Name</b>", "<b>Name</b>")
    [row] = wrapper.apply(Page.from_text(changed))[0].rows

    assert "Hay" in row.values()


def test_pages_with_no_words_in_common_teach_nothing() -> None:
    with pytest.raises(NothingLearned, match="equally often"):
        EXALG().detect_in_pages([Tree.from_text('p"a"'), Tree.from_text('ul"b"')])
