"""Ways to the rest of a list, and adverts in it, are not records."""

import pytest

from windrow import extract

NAMES = "Ash Beech Cedar Elm Fir Hazel Larch Lime Maple Oak".split()


def rows_of(items: list[str], inside: str = "ul", title: str = "Trees") -> int:
    page = f"<h1>{title}</h1><{inside}>{''.join(items)}</{inside}>"
    return len(extract(page.encode())[0])


@pytest.mark.parametrize(
    "text",
    [
        "Show all 120 trees",
        "Load more…",
        "Alle Bäume anzeigen",
        "Voir tout",
        "Ещё",
        "もっと見る",
        "See all »",
    ],
)
def test_the_last_link_to_the_rest_is_not_a_record(text: str) -> None:
    items = [f"<li><a href=/tree/{name}>{name} tree</a></li>" for name in NAMES]

    assert rows_of([*items, f"<li><a href=/trees>{text}</a></li>"]) == 10


def test_a_last_card_with_a_button_is_not_a_record() -> None:
    cards = [
        f"<div class=c><h4><a href=/t/{name}>{name}</a></h4><p>{k} m</p></div>"
        for k, name in enumerate(NAMES)
    ]

    assert rows_of([*cards, "<div class=c><a href=?page=2>Load more</a></div>"], "section") == 10


def test_a_title_that_begins_with_such_a_word_is_a_record() -> None:
    titles = [f"<li><a href=/film/{k}>The {name}</a></li>" for k, name in enumerate(NAMES)]

    assert rows_of([*titles, "<li><a href=/film/11>More wood than ever</a></li>"]) == 11


def test_a_row_that_says_advertisement_is_not_a_record() -> None:
    rows = [f"<li><a href=/t/{n}>{n} tree</a><span>{k} m</span></li>" for k, n in enumerate(NAMES)]
    rows.insert(4, "<li>Anzeige</li>")

    assert rows_of(rows) == 10


def test_ways_to_sort_a_directory_and_out_of_it_are_not_files() -> None:
    sort = "<a href=?C=N;O=D>Name</a> <a href=?C=M;O=A>Last modified</a> <a href=?C=S;O=A>Size</a>"
    out = "<img src=back.gif> <a href=/pub/>Parent Directory</a>      -"
    files = [
        f"<img src=text.gif> <a href={n}.txt>{n}.txt</a>   2021-03-0{k} 10:1{k}  {k + 3}K"
        for k, n in enumerate(NAMES)
    ]
    page = f"<h1>Index of /pub/trees</h1><pre>{sort}<hr>{out}\n" + "\n".join(files) + "<hr></pre>"

    found = extract(page.encode())[0]

    assert len(found) == 10
    assert "Ash.txt" in found.rows[0].values()
