"""What is cut like a record at the edge of a list, and is none."""

from windrow.detect.auto import Auto
from windrow.tree import Tree

TOOLS = "Rake Fork Hoe Axe Saw Maul Adze".split()
ROWS = [
    f'tr(td(b"{k}.") td(a[href=/{name}]"{name}" p"made in {1990 + k}"))'
    for k, name in enumerate(TOOLS)
]
PAGER = 'tr(td td(i"Page" i"1" i"2" i"3"))'


def found(*rows: str) -> list[str]:
    """Return the texts that the records of the best table begin with."""
    tree = Tree.from_text(f"body(table({' '.join(rows)}))")
    [best, *_] = sorted(Auto().detect(tree), key=lambda region: -region.score)
    return [next(filter(None, map(tree.text, tree.subtree(r[0])))) for r in best.records]


def test_links_to_other_pages_are_not_the_last_record() -> None:
    assert found(*ROWS, PAGER) == [f"{k}." for k in range(7)]


def test_nor_are_several_parts_before_the_first_one() -> None:
    search = 'tr(td td(form(label"Find" input)))'

    assert found(PAGER, search, *ROWS) == [f"{k}." for k in range(7)]


def test_a_record_that_lacks_a_part_stays() -> None:
    poor = 'tr(td(b"7.") td(a[href=/Bow]"Bow"))'

    assert len(found(*ROWS, poor)) == 8


def test_two_kinds_of_records_stay_together() -> None:
    others = ['tr(td td(h3"Sold out" i"soon"))'] * 4

    assert len(found(*others, *ROWS)) in {7, 11}
    assert len(found(*ROWS[:3], *others, *ROWS[3:])) == 11
