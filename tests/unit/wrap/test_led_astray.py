"""Old keys that lead to something else after a redesign do not lead repairs astray."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.template import Opened
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

JOBS = [
    ("Senior baker", "Eriksen & Sons", "Nantes", "28 days ago"),
    ("Welder", "Abbott GmbH", "Malmo", "9 days ago"),
    ("Junior nurse", "Rossi AG", "Delft", "17 days ago"),
    ("Translator", "Moreau Ltd", "Aarhus", "7 days ago"),
    ("Lead engineer", "Tanaka GmbH", "Brno", "30 days ago"),
    ("Gardener", "Gruber AG", "Porto", "25 days ago"),
]
OTHER_JOBS = [
    ("Cook", "Petrov & Sons", "Leeds", "3 days ago"),
    ("Junior smith", "Novak AG", "Split", "12 days ago"),
    ("Carpenter", "Okafor Ltd", "Turku", "21 days ago"),
    ("Senior midwife", "Haddad GmbH", "Ghent", "5 days ago"),
    ("Tailor", "Vogel & Sons", "Kiel", "14 days ago"),
]
SIGHTINGS = {
    "Species": ["Parus major", "Turdus merula", "Larus canus", "Anas crecca", "Parus ater"],
    "Family": ["Paridae", "Turdidae", "Laridae", "Anatidae", "Paridae"],
    "Observer": ["Ada Bakker", "Hugo Vogel", "Mina Rossi", "Lars Novak", "Tara Ueda"],
    "Place": ["Letter wood", "Mill pond", "Ferry hill", "Garden wood", "Kitchen pond"],
    "County": ["Delft", "Brno", "Split", "Kiel", "Turku"],
    "Count": ["12", "3", "140", "27", "9"],
}


def jobs(found: Sequence[tuple[str, ...]], wrap: str = "{}") -> Page:
    records = (
        f'<div class="head"><h2><a href="/j/{k}">{job}</a></h2><div class="firm">{firm}</div></div>'
        f'<div class="meta"><span class="place">{place}</span> <span>{when}</span></div>'
        for k, (job, firm, place, when) in enumerate(found)
    )
    rows = "".join(f'<article class="job">{wrap.format(one)}</article>' for one in records)
    return Page.from_text(f"<h1>Jobs</h1><main>{rows}</main><footer><p>Since 1998</p></footer>")


def sightings(*columns: str, count: int = 5) -> Page:
    head = "".join(f"<th>{name}" for name in columns)
    cells = zip(*(SIGHTINGS[name][:count] for name in columns), strict=True)
    rows = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in cells)
    return Page.from_text(f"<h1>Birds</h1><table><tr>{head}{rows}</table>")


def grid(count: int) -> Page:
    """Return the sightings as two grids without tables, each with its row of names."""
    lines = [[*SIGHTINGS], *zip(*(cells[:count] for cells in SIGHTINGS.values()), strict=True)]
    rows = "".join(f"<div>{''.join(f'<div>{one}</div>' for one in line)}</div>" for line in lines)
    return Page.from_text(f"<h1>Birds</h1><section>{rows}{rows}</section>")


def menu(group: str, dishes: Sequence[str], frame: str) -> str:
    items = (f"<dt>{'' if k else group}</dt><dd>{dish}</dd>" for k, dish in enumerate(dishes))
    return "".join(f"<li>{frame.format(f'<dl>{one}</dl>')}</li>" for one in items)


def menus(frame: str = "{}") -> Page:
    rows = menu("Soups", ["Leek soup", "Oxtail broth"], frame)
    rows += menu("Roasts", ["Roast duck", "Veal with capers", "Nut loaf"], frame)
    rows += menu("Sweets", ["Plum tart", "Rice pudding"], frame)
    return Page.from_text(f"<h1>Today</h1><ul>{rows}</ul><p>Open until ten</p>")


def rows_of(wrapper: Wrapper, page: Page) -> Sequence[Mapping[str, object]]:
    return wrapper.apply(page)[0].rows


def test_a_place_that_is_now_that_of_a_larger_part_gives_no_texts_of_other_columns() -> None:
    wrapper = learn([jobs(JOBS)], kind="list")
    wrapped = jobs(OTHER_JOBS, '<div class="body">{}</div>')

    done = repair(wrapper, [wrapped])

    assert rows_of(done.wrapper, wrapped) == rows_of(wrapper, jobs(OTHER_JOBS))


def test_a_heading_of_several_records_is_still_that_of_all_of_them() -> None:
    wrapper = learn([menus()], kind="list")

    done = repair(wrapper, [menus("<div>{}</div>")])

    assert rows_of(done.wrapper, menus("<div>{}</div>")) == rows_of(wrapper, menus())


def test_tables_that_lack_different_columns_are_repaired_together() -> None:
    wrapper = learn([sightings(*SIGHTINGS)], kind="list")
    names = [*SIGHTINGS]
    pages = [sightings(*names[:1], *names[2:], count=4), sightings(*names[:4], *names[5:])]

    done = repair(wrapper, pages)

    assert [c.kind for c in done.changes] == ["kept"] * 6
    for page in pages:
        assert rows_of(done.wrapper, page) == rows_of(wrapper, page)


def test_a_row_of_names_in_a_grid_that_was_a_table_is_no_record() -> None:
    wrapper = learn([sightings(*SIGHTINGS)], kind="list")

    done = repair(wrapper, [grid(5)])

    rows = rows_of(wrapper, sightings(*SIGHTINGS))
    assert [*rows_of(done.wrapper, grid(5))] == [*rows, *rows]


def files(rows: str, frame: str = "{}") -> Page:
    menu = "".join(f"<li><a href=/{name.lower()}>{name}</a>" for name in ("About", "Help", "Terms"))
    listed = frame.format(f"<ul>{rows}</ul>") if rows else ""
    return Page.from_text(f"<nav><ul>{menu}</ul></nav><main><h1>Files</h1>{listed}</main>")


def test_a_menu_is_never_read_in_place_of_the_records() -> None:
    names = ["Minutes of the board", "Budget for next year", "Plan of the garden"]
    rows = "".join(f"<li><a href=/f/{k}.pdf>{name}</a> {k} kB" for k, name in enumerate(names))
    wrapper = learn([files(rows)], kind="list")
    assert len(rows_of(wrapper, files(rows))) == 3

    assert not wrapper.read(Opened(files(""))).rows
    wrapped = files(rows, "<section><div>{}</div></section>")
    assert rows_of(wrapper, wrapped) == rows_of(wrapper, files(rows))


def test_a_record_may_say_what_a_menu_of_the_learned_page_said() -> None:
    def page(*names: str) -> Page:
        menu = files("").content.decode().partition("</nav>")[0]
        rows = "".join(f"<li><a href=/{name.lower()}>{name}</a>" for name in names)
        return Page.from_text(f"{menu}</nav><main><h1>Found</h1><ul class=found>{rows}</ul></main>")

    wrapper = learn([page("Minutes of the board", "Budget for next year", "Plan of the garden")])

    assert len(rows_of(wrapper, page("Help"))) == 1


CASES = [(f"Case {name}", f"{100 + k * 37}", f"2024-0{k % 9 + 1}-1{k % 9}")
         for k, name in enumerate("Adams Baker Clark Davis Evans Frank Ghosh Hills".split())]  # fmt: skip


def cases(css: str, *columns: tuple[str, int]) -> Page:
    """Return a table with *columns*: each its name, and which part of a case it says."""
    head = "".join(f"<th>{name}" for name, _ in columns)
    rows = "".join(f"<tr class={css}>" + "".join(f"<td>{case[k]}" for _, k in columns)
                   for case in [(*one, "pdf", "doc") for one in CASES])  # fmt: skip
    return Page.from_text(
        f"<h1>Cases</h1><div class={css}box><table><tr>{head}{rows}</table></div>"
    )


def test_a_table_whose_header_tells_nothing_is_not_read_by_the_old_one() -> None:
    wrapper = learn([cases("a", ("Name", 0), ("No.", 1), ("Filed", 2))], kind="list")
    page = cases("b", ("No.", 1), ("Name", 0), ("Filed", 2), ("File", 3), ("File", 4))

    done = repair(wrapper, [page])

    assert [tuple(row.values())[:3] for row in rows_of(done.wrapper, page)] == CASES


def test_a_column_without_a_place_in_the_template_is_passed_over() -> None:
    def page(css: str, first: int) -> Page:
        rows = "".join(f"<li class=r{css}><a href=/p{k}>Thing {k} new</a> <b>{k * 7}.50 EUR</b>"
                       f"<i>{k} May 2024</i>" for k in range(first, first + 12))  # fmt: skip
        return Page.from_text(f"<h1>Things</h1><div><ul class={css}>{rows}</ul></div>")

    wrapper = learn([page("a", 1)], kind="list")
    first, link, *others = wrapper.columns
    strange = replace(wrapper, columns=(first, replace(link, place="nowhere"), *others))

    assert not verify(strange, [page("b", 13)]).healthy
