"""Sliders and tickers repeat their records; the list has each of them once."""

import windrow

TOOLS = ["Rake", "Fork", "Hoe", "Axe", "Saw"]


def slide(number: int, copy: bool = False) -> str:
    hidden = " aria-hidden=true" if copy else ""
    name = TOOLS[number]
    return f"<div class=slide{hidden}><a href=/{name}>{name}</a><b>${number + 3}.00</b></div>"


def names(*slides: str) -> list[object]:
    html = f"<h1>Tools</h1><div class=track>{''.join(slides)}</div><p>Made to last.</p>"
    return [row["title"] for row in windrow.extract(html.encode())[0].rows]


def test_copies_before_and_after_a_list_are_left_out() -> None:
    slides = [slide(4, True), *map(slide, range(5)), slide(0, True), slide(1, True)]

    assert names(*slides) == TOOLS


def test_a_list_that_runs_twice_is_shown_once() -> None:
    assert names(*map(slide, [*range(5), *range(5)])) == TOOLS


def test_records_that_come_again_in_another_order_stay() -> None:
    assert len(names(*map(slide, [0, 1, 2, 3, 4, 2, 1]))) == 7


def test_rows_of_a_table_that_come_again_stay() -> None:
    rows = "".join(f"<tr><td>{name}<td>{len(name)}" for name in TOOLS) * 2

    assert len(windrow.extract(f"<h1>Tools</h1><table>{rows}</table>".encode())[0].rows) == 10


def test_copies_are_known_by_their_class_too() -> None:
    copy = "<div class='slide cloned'>"
    slides = [slide(4).replace("<div class=slide>", copy), *map(slide, range(5))]
    slides.append(slide(0).replace("<div class=slide>", copy))

    assert names(*slides) == TOOLS


def test_records_that_say_the_same_but_lead_elsewhere_stay() -> None:
    slides = [slide(k % 5).replace("href=/", f"href=/{k}/") for k in range(10)]

    assert len(names(*slides)) == 10
