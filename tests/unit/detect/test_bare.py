"""Menus: bare links come after a list of facts, and are never a sure table of a page."""

import pytest

from windrow import extract

WORDS = "Home Garden Winter Report Council Market Bridge School Energy Water".split()
MENU = "".join(f"<a href={word}.html>{word}</a><br>" for word in WORDS)


def page(body: str) -> bytes:
    return f"<table><tr><td>{MENU}</td><td>{body}</td></tr></table>".encode()


def test_lines_of_preformatted_text_beside_a_menu_are_the_list() -> None:
    lines = "\n".join(f"{k + 8}:15  2023-CV-{1000 + k}  Room {k % 3 + 1}" for k in range(12))

    found = extract(page(f"<pre>{lines}</pre>"))[0]

    assert len(found) == 12
    assert "2023-CV-1000" in str(found.rows[0])


def test_links_of_a_directory_are_the_list_although_they_are_bare() -> None:
    links = "".join(f"<li><a href=/club/{k}>{w} club of hay</a></li>" for k, w in enumerate(WORDS))

    assert len(extract(f"<h1>Clubs</h1><ul>{links}</ul>".encode())[0]) == 10


def test_boxes_to_tick_with_a_number_each_are_no_facts() -> None:
    boxes = [f"<li><label><input type=checkbox> {w} ({k + 20})</label></li>"
             for k, w in enumerate(WORDS)]  # fmt: skip
    filters = "".join(f"<div><h4>{w}</h4><ul>{''.join(boxes[k : k + 6])}</ul></div>"
                      for k, w in enumerate(("Colour", "Size", "Maker", "Year")))  # fmt: skip
    links = "".join(f"<div><a href=/club/{k}>{w} Hay</a></div>" for k, w in enumerate(WORDS))

    found = extract(f"<div>{filters}</div><div><h1>Clubs</h1>{links}</div>".encode())[0]

    assert len(found) == 10
    assert "Home Hay" in found.rows[0].values()


@pytest.mark.parametrize("text", ["The page does not exist.", "この頁はありません。"])
def test_the_menu_of_a_page_with_nothing_else_is_not_sure(text: str) -> None:
    head, foot = (
        "".join(f"<a href=/{word}>{word}</a>" for word in some) for some in (WORDS[:6], WORDS[6:])
    )
    main = f"<div><h1>404</h1><p>{text} {text} <a href=/>{WORDS[0]}</a></p></div>"
    found = extract(f"<div>{head}</div>{main}<div>{foot}</div>".encode())

    assert not found or found[0].score <= 0.5
