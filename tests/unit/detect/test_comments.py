"""What readers say below a list comes after it."""

import pytest

from windrow import extract
from windrow.model import Table

COMMENTS = "".join(
    f"<li class=comment><b>Reader {'abcdefghijklmnopqrst'[k]}</b> <time>May {k + 1}, 2020 at 3:1{k % 10} pm</time>"
    f"<p>{'I was there, and it was as good as they say. ' * (k % 4 + 2)}</p><a href=#r{k}>Reply</a></li>"
    for k in range(20)
)
BELOW = f"<section id=comments><h2>20 responses</h2><ol>{COMMENTS}</ol></section>"
PLACES = "Barn Mill Field Brook Ridge Heath Hall Farm".split()
SENTENCES = "".join(
    f"<p>The {place.lower()} was full before noon, and nobody had thought of bringing a chair.</p>"
    for place in PLACES
)


def first_of(above: str, below: str = BELOW) -> Table:
    return extract(f"<article><h1>Hay</h1>{above}</article>{below}".encode())[0]


def test_dated_lines_come_before_longer_comments() -> None:
    lines = "".join(f"<p>JUN {k} at the {place}: players</p>" for k, place in enumerate(PLACES, 1))

    assert len(first_of(lines)) == 8


def test_a_list_of_links_and_numbers_does_so_too() -> None:
    items = "".join(f"<li><a href=/{p}>{p} hay</a> <i>{k} kg</i>" for k, p in enumerate(PLACES, 1))

    assert len(first_of(f"<ul>{items}</ul>")) == 8


@pytest.mark.parametrize("name", ["kommentare", "post-comentarios", "Komentarze_root"])
def test_comments_may_be_called_so_in_other_languages(name: str) -> None:
    items = "".join(f"<li><a href=/{p}>{p} hay</a> <i>{k} kg</i>" for k, p in enumerate(PLACES, 1))
    below = f"<div class={name}>{COMMENTS.replace('class=comment', '')}</div>"

    assert len(first_of(f"<ul>{items}</ul>{below}", "")) == 8


def test_comments_on_an_article_are_its_list() -> None:
    assert len(first_of(SENTENCES)) == 20


def test_comments_are_still_a_list_that_may_be_pointed_at() -> None:
    lines = "".join(f"<p>JUN {k} at the {place}: players</p>" for k, place in enumerate(PLACES, 1))
    page = f"<article><h1>Hay</h1>{lines}</article>{BELOW}".encode()

    assert 20 in [len(table) for table in extract(page, every=True)]


@pytest.mark.parametrize("title", ["What our customers say", "Kundenbewertungen", "12 Отзывы"])
def test_reviews_below_a_list_are_known_by_their_title(title: str) -> None:
    goods = "".join(
        f"<div class=x1><img src={k}.jpg><h3><a href=/g/{k}>Rake {k}{k}</a></h3><i>£{k}.50</i></div>"
        for k in range(1, 5)
    )
    written = "".join(
        f"<div class=x2><b>Ann {k}</b><i>{k + 1} May 2021</i><p>{'It is a good rake. ' * k}</p></div>"
        for k in range(2, 11)
    )
    page = f"<h1>Rakes</h1><div>{goods}</div><h2>{title}</h2><div>{written}</div>"

    found = extract(page.encode())[0]

    assert len(found) == 4
    assert "£1.50" in found.rows[0].values()


def test_reviews_of_the_thing_that_a_page_is_about_are_its_list() -> None:
    hours = "".join(f"<tr><td>Day {k}</td><td>{k}:00 - 18:00</td></tr>" for k in range(1, 8))
    written = "".join(
        f"<div class=x2><b>Ann {k}</b><i>{k + 1} May 2021</i><p>{'We had a good dinner. ' * 3}</p></div>"
        for k in range(2, 12)
    )
    page = f"<h1>The Hayloft</h1><table>{hours}</table><h2>Reviews</h2><div>{written}</div>"

    assert len(extract(page.encode())[0]) == 10
