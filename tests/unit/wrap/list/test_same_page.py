"""A wrapper reads the page it was learned from as the page was read when it was learned."""

from windrow.model import Alignment, Field
from windrow.pipeline import find
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.learn import learn
from windrow.wrap.list.learn import wrapper_of
from windrow.wrap.list.lesson import ListLesson, learn_list
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

DOCKET = "".join(
    f"<h2>{kind}</h2><table class=rows>{''.join(rows)}</table>"
    for kind, rows in {
        "Hearings": ["<tr><td>10/07/2025<td>Appeal heard<td>Court 2</tr>"],
        "Briefs": [
            f"<tr><td>0{day}/11/2025<td>Brief of the {party}<td>{pages} pages</tr>"
            for day, party, pages in [(1, "state", 40), (2, "city", 12), (3, "union", 61)]
        ],
        "Orders": [
            f"<tr><td>0{day}/12/2025<td>Order on {matter}<td>{pages} pages</tr>"
            for day, matter, pages in [(4, "costs", 4), (5, "stay", 2), (6, "time", 1)]
        ],
    }.items()
)


def learned_without(page: Page, known: str) -> Wrapper:
    """Return the wrapper of the list of *page*, as if a record that says *known* were not in it."""
    [seen, *_] = find(Opened(page), every=True)
    rows = [*zip(seen.region.records, seen.cells.rows, seen.table.rows, strict=True)]
    kept = [(record, cells) for record, cells, said in rows if known not in said.values()]
    assert len(kept) == len(rows) - 1
    columns = seen.table.columns
    alignment = Alignment(seen.tree, seen.cells.fields, tuple(cells for _, cells in kept))
    lesson = ListLesson(
        seen.tree, tuple(one for one, _ in kept), alignment, tuple(c.name for c in columns)
    )
    return wrapper_of([lesson], columns, seen.hidden)


def test_what_lies_under_another_heading_and_was_no_record_is_left_out() -> None:
    page = Page.from_text(DOCKET)
    assert find(Opened(page))[0].cells.rows[0][0] is not None  # the heading is a cell

    wrapper = learned_without(page, "Appeal heard")

    read = wrapper.apply(page)
    said = [row.values() for row in read[0].rows]
    assert len(said) == 6
    assert not any("Appeal heard" in row for row in said)


def test_a_record_at_the_limit_between_records_and_others_is_read() -> None:
    """A row beside the records has 1 of 3 fields; with 2 of 3, .667 would be too much to ask."""
    parts = [f'p(b"Part {n}" i"{n} g" u"{n} mm")' for n in range(30)]
    tree = Tree.from_text(f'body({" ".join(parts)} p(b"Part 30" i"30 g") p(b"Total"))')
    records = tuple((node,) for node in tree.children(0))[:-1]
    rows = tuple((node + 1, node + 2, node + 3) for (node,) in records[:-1])
    fields = tuple(Field("text", label) for label in "biu")
    last = records[-1][0]
    alignment = Alignment(tree, fields, (*rows, (last + 1, last + 2, None)))

    template = learn_list([ListLesson(tree, records, alignment, ("name", "mass", "size"))])

    assert template.reader.read(tree).records == records


def lines(*records: tuple[str, str, str]) -> Page:
    said = "\n\n".join(f"<a href=/{n}>{n}.pdf</a> {name}\n   Case No: {n}\n   {court}"
                       for n, name, court in records)  # fmt: skip
    return Page.from_text(f"<h1>Opinions</h1><pre>\n{said}\n</pre>")


OPINIONS = [
    (f"24-{n}", f"{one} v. {other}", f"District Court for {place}")
    for n, one, other, place in [
        (1881, "Evans", "Smith", "Arkansas"), (2330, "Lee", "Brown", "Iowa"),
        (2046, "Hart", "Mills", "Nebraska"), (1100, "Poe", "Dunn", "Ohio"),
        (1922, "Ames", "Cole", "Dakota"),
    ]
]  # fmt: skip


def test_lines_of_preformatted_text_are_read_as_lines() -> None:
    page = lines(*OPINIONS)
    fresh = find(Opened(page))[0].table
    other = lines(("25-7", "Roe v. Wade", "District Court for Texas"), *OPINIONS[:2])
    assert len(fresh.rows) == 5

    wrapper = loads(dumps(learn([page], kind="list")).encode())

    assert wrapper.apply(page)[0].rows == fresh.rows
    assert "25-7" in str(wrapper.apply(other)[0].rows[0].values())
    assert "District Court for Texas" in wrapper.apply(other)[0].rows[0].values()
    assert repair(wrapper, [other]).confidence > 0.9
