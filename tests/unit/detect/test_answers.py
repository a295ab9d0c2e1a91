"""Comments hold their answers: every one of them is a record, at whatever depth."""

from collections.abc import Callable, Sequence

import pytest

import windrow

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ivy", "Jon"]

# Ann has two answers, the first of them is answered in turn, and so on.
Thread = tuple[int, "Sequence[Thread]"]
THREADS: Sequence[Thread] = [
    (0, [(1, [(2, [])]), (3, [])]),
    (4, []),
    (5, [(6, [(7, [(8, [])])])]),
    (9, []),
]


def said(number: int) -> str:
    return f"The {number + 3} rakes by the barn door are mine, all of them since {2000 + number}."


def in_boxes(thread: Thread) -> str:
    """Return a comment with a box for its answers."""
    number, answers = thread
    return (
        f"<div class=comment><div class=entry><b>{NAMES[number]}</b><p>{said(number)}</p></div>"
        f"<div class=child>{''.join(map(in_boxes, answers))}</div></div>"
    )


def directly(thread: Thread) -> str:
    """Return a comment with its answers right behind its text."""
    number, answers = thread
    return (
        f"<div class=post><h4>{NAMES[number]}</h4><p>{said(number)}</p>"
        f"{''.join(map(directly, answers))}</div>"
    )


def in_lists(thread: Thread) -> str:
    """Return a message as archives of mailing lists write them, without any class."""
    number, answers = thread
    below = f"<ul>{''.join(map(in_lists, answers))}</ul>" if answers else ""
    return f"<li><a href={number}.html>{said(number)}</a> <i>{NAMES[number]}</i>{below}</li>"


@pytest.mark.parametrize("written", [in_boxes, directly, in_lists])
def test_answers_are_records_beside_what_they_answer(written: Callable[[Thread], str]) -> None:
    menu = "<ul><li><a href=/>Home</a><ul><li><a href=/hay>Hay</a></ul><li><a href=/us>Us</a></ul>"
    html = f"{menu}<h1>Rakes</h1><ul>{''.join(map(written, THREADS))}</ul>"

    [table] = windrow.extract(html.encode())[:1]

    assert [row[next(k for k in row if row[k] in NAMES)] for row in table.rows] == NAMES


def test_items_that_hold_lists_of_another_kind_stay_whole() -> None:
    rivers = "".join(
        f"<li><a href=/{name}>{name}</a>, {k + 2} miles long"
        f"<ul>{''.join(f'<li>Bridge {k}{n} of {1900 + n}</li>' for n in range(3))}</ul></li>"
        for k, name in enumerate(NAMES[:6])
    )

    [table] = windrow.extract(f"<h1>Rivers</h1><ul>{rivers}</ul>".encode())[:1]

    assert [row["title"] for row in table.rows] == NAMES[:6]


def test_messages_in_items_without_a_class_are_records_at_every_depth() -> None:
    def message(subject: str, who: str, answers: str = "") -> str:
        return f"<li><a href=/{who}>{subject} of the year</a> <i>{who}</i>{answers}"

    threads = [
        message(what, f"Ada {what}", f"<ul>{message(what, f'Bert {what}')}</ul>" if k % 2 else "")
        for k, what in enumerate("Hay Oats Rye Corn Flax Hemp".split())
    ]

    assert (
        len(
            windrow.extract(windrow.Page.from_text(f"<h1>March</h1><ul>{''.join(threads)}</ul>"))[0]
        )
        == 9
    )


RECIPES = "".join(
    f"<li><h3>{name} bread</h3><ul>{''.join(f'<li>{k} spoons of {n}' for n in NAMES[:4])}</ul>"
    for k, name in enumerate(NAMES[:6], 2)
)
PLANS = "".join(
    f"<li><h3>{name}</h3><b>${k}9</b><ul>{''.join(f'<li>{k * n} carts' for n in range(1, 7))}</ul>"
    for k, name in enumerate(NAMES[:6], 2)
)


@pytest.mark.parametrize("items", [RECIPES, PLANS], ids=["recipes", "plans"])
def test_lists_inside_of_items_are_parts_of_these(items: str) -> None:
    [table, *_] = windrow.extract(f"<h1>All of it</h1><ul>{items}</ul>".encode())

    assert len(table) == 6


def test_items_of_another_kind_inside_are_parts_of_the_record() -> None:
    releases = "".join(
        f"<li><b>Release 1.{k}</b> <i>{k} May 2024</i><ul><li>Faster hay<li>Fewer errors</ul>"
        for k in range(1, 8)
    )

    assert (
        len(windrow.extract(windrow.Page.from_text(f"<h1>Changes</h1><ul>{releases}</ul>"))[0]) == 7
    )
