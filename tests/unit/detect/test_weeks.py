"""A month as a table of weeks: days are records, weeks are not."""

from windrow.detect.auto import Auto
from windrow.detect.auto.weeks import are_weeks
from windrow.tree import Tree, parse

SHOWS = "Hay Oats Rye Corn Wheat Barley Clover".split()


def month(first: int = 1, last: int = 28) -> Tree:
    cells = [
        f"<td><b>{day}</b>"
        + (
            f"<div><a href=/{day}>{SHOWS[day % 7]} {day}</a> <i>8:{day + 10} pm</i></div>"
            if day % 3
            else ""
        )
        for day in range(first, last + 1)
    ]
    rows = (f"<tr>{''.join(cells[k : k + 7])}</tr>" for k in range(0, len(cells), 7))
    return parse(f"<h1>May</h1><table>{''.join(rows)}</table>")


def test_weeks_are_no_candidate() -> None:
    tree = month()

    assert not any(
        tree.label(entry.candidate.starts[0]) == "tr" for entry in Auto().ranking(tree).ranked
    )


def test_a_day_without_a_show_is_no_heading() -> None:
    tree = month()

    best = max(Auto().detect(tree), key=lambda region: region.score)

    assert best.alignment is not None
    assert next(tree.text(node) for node in best.alignment.rows[0] if isinstance(node, int)) == "1"


def test_seven_numbers_that_do_not_count_days_are_a_row() -> None:
    rows = [
        f"tr({' '.join(f'td{chr(34)}{k * 7 + 3 * n}{chr(34)}' for n in range(7))})"
        for k in range(4)
    ]
    tree = Tree.from_text(f"table({' '.join(rows)})")

    assert not are_weeks(tree, tree.children(0))


def test_weeks_below_the_names_of_their_days_are_weeks() -> None:
    days = "".join(f"<th>{name}" for name in "Mon Tue Wed Thu Fri Sat Sun".split())
    cells = [f"<td><b>{day}</b><a href=/{day}>Hay</a>" for day in range(1, 29)]
    weeks = "".join(f"<tr>{''.join(cells[k : k + 7])}" for k in range(0, 28, 7))
    tree = parse(f"<table><tr>{days}{weeks}</table>")

    rows = [node for node in range(len(tree)) if tree.label(node) == "tr"]

    assert are_weeks(tree, rows)


def test_an_empty_day_of_a_month_without_a_table_is_no_heading() -> None:
    days = "".join(
        f"<div class=day><b>{day}</b>"
        + (f"<a href=/{day}>{SHOWS[day % 7]} {day}</a> <i>8:{day + 10} pm</i>" if day % 3 else "")
        + "</div>"
        for day in range(1, 29)
    )
    tree = parse(f"<h1>May</h1><div class=month>{days}</div>")

    best = max(Auto().detect(tree), key=lambda region: region.score)

    assert best.alignment is not None
    assert next(tree.text(node) for node in best.alignment.rows[0] if isinstance(node, int)) == "1"
