"""A wrapper learned from one list page reads the other pages of the site."""

import random
import textwrap
from dataclasses import dataclass, replace

import pytest

from windrow.errors import NothingLearned, WrapperError
from windrow.model import Alignment, Field, Region
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.learn import learn
from windrow.wrap.list.lesson import ListLesson, learn_list
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened, WrapperKind
from windrow.wrap.wrapper import Wrapper

SHOP = """
<body><nav><a href=/>Home</a> <a href=/help>Help</a></nav><h1>Tools</h1><ul class=goods>{}</ul>
<footer>All prices include tax.</footer>
"""
GOOD = """
<li class="good good-{number}"><h3><a href=/{number}>{name}</a></h3>{sale}<span class=price>${price}
</span><span class=stock>{stock}</span></li>
"""


def good(number: int, name: str, price: str, stock: str = "In stock", sale: str = "") -> str:
    old = f"<span class=discount>was ${sale}</span>" if sale else ""
    return GOOD.format(number=number, name=name, price=price, stock=stock, sale=old)


def shop(*goods: str) -> Page:
    return Page.from_text(SHOP.format("".join(goods)))


def learned(*pages: Page, kind: WrapperKind | None = None) -> Wrapper:
    """Return a wrapper as it comes back from its file."""
    return loads(dumps(learn(pages, kind=kind)).encode())


LEARNED = shop(
    good(1, "Hay rake", "48.00"),
    good(2, "Scythe", "119.50", "Sold out", sale="135.00"),
    good(3, "Whetstone", "22.90", "Back in May"),
    good(4, "Dibber", "14.20"),
    good(5, "Flail", "31.00", "Sold out", sale="40.00"),
)


def picture(wrapper: Wrapper, page: Page) -> str:
    found = wrapper.apply(page)
    assert len(found) == 1, found.reason
    return str(found[0])


def drawn(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_another_page_gives_its_own_rows_under_the_same_columns() -> None:
    other = shop(good(7, "Sickle", "19.00"), good(8, "Fork", "25.00", "Sold out", sale="30.00"))

    assert picture(learned(LEARNED), other) == drawn("""
        title  | link | discount   | price  | stock
        Sickle | /7   | -          | $19.00 | In stock
        Fork   | /8   | was $30.00 | $25.00 | Sold out
    """)


def test_one_record_is_a_list_as_well() -> None:
    assert picture(learned(LEARNED), shop(good(7, "Sickle", "19.00"))) == drawn("""
        title  | link | discount | price  | stock
        Sickle | /7   | -        | $19.00 | In stock
    """)


def test_an_empty_list_is_no_drift() -> None:
    found = learned(LEARNED).apply(shop())

    assert [len(table) for table in found] == [0]


def test_a_page_of_another_kind_is_drift_and_gives_no_rows() -> None:
    found = learned(LEARNED).apply(Page.from_text("<table><tr><td>1<td>2</table>"))

    assert len(found) == 0
    assert found.reason is not None
    assert found.reason.startswith("drift: no records")


def test_adverts_between_the_records_are_none() -> None:
    advert = "<li class=advert><a href=/buy>Buy now!</a></li>"
    other = shop(good(7, "Sickle", "19.00"), advert, good(8, "Fork", "25.00"), advert)

    assert picture(learned(LEARNED), other) == drawn("""
        title  | link | discount | price  | stock
        Sickle | /7   | -        | $19.00 | In stock
        Fork   | /8   | -        | $25.00 | In stock
    """)


def changed(page: Page, *pairs: tuple[str, str]) -> Page:
    text = page.content.decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return Page.from_text(text)


@pytest.mark.parametrize(
    "pairs",
    [
        [("<ul class=goods>", "<div class=frame><ul class=goods>"), ("</ul>", "</ul></div>")],
        [("class=goods", "class=x17"), ('class="good good-', 'class="x18 x-')],
        [("<h1>", "<ul><li>An advert</li><li>Another</li></ul><h1>")],
        [("<h3>", "<div><h3>"), ("</h3>", "</h3></div>")],
        [("class=price", "class=cost")],
        [("<span class=price>", "<em class=new>new</em><span class=price>")],
    ],
    ids=["wrapped", "renamed", "list before", "wrapped inside", "class renamed", "new part"],
)
def test_small_changes_of_the_page_change_nothing(pairs: list[tuple[str, str]]) -> None:
    wrapper = learned(LEARNED)

    assert picture(wrapper, changed(LEARNED, *pairs)) == picture(wrapper, LEARNED)


def test_a_column_that_only_other_pages_have_is_learned_from_them() -> None:
    first = shop(good(1, "Hay rake", "48.00"), good(2, "Scythe", "119.50", "Sold out"),
                 good(3, "Whetstone", "22.90", "Back in May"))  # fmt: skip
    others = [
        shop(good(4, "Dibber", "14.20", "Sold out", sale=f"1{k}.00"), good(5, "Flail", "3.00"),
             good(6, f"Fork {k}", "9.00", "Back in May"))
        for k in (7, 8)
    ]  # fmt: skip

    columns = [column.name for column in learned(first, *others, kind="list").columns]

    assert columns == ["title", "link", "price", "stock", "discount"]


def noted(name: str, notes: str) -> Page:
    goods = (f"<li class={name}><h3><a href=/g/{n}>Good number {n}</a></h3><b>${n}.50</b><ol>"
             + "".join(notes.format(f"{n}{k}") for k in range(n % 3 + 2)) + "</ol>"
             for n in range(1, 7))  # fmt: skip
    return Page.from_text(f"<h1>Shop</h1><ul>{''.join(goods)}</ul>")


NOTES = ["<li>Note {0}", "<li><b>By {0}</b> <a href=/n/{0}>Said {0}</a>"]


@pytest.mark.parametrize("order", [1, -1])
def test_lists_inside_records_may_have_other_columns_on_each_page(order: int) -> None:
    plain, signed = (noted("good", notes) for notes in NOTES)

    wrapper = learned(*[plain, signed][::order], kind="list")

    notes = wrapper.apply(signed)[0].rows[0]["rows"]
    assert isinstance(notes, list)
    assert {"By 10", "Said 10", "/n/10"} <= {*notes[0].values()}


def test_a_wrapper_is_repaired_from_pages_whose_inner_lists_differ() -> None:
    wrapper = learned(noted("good", NOTES[0]), kind="list")

    done = repair(wrapper, [noted("ware", notes) for notes in NOTES])

    assert [row["price"] for row in done.wrapper.apply(noted("ware", NOTES[1]))[0].rows][:2] == [
        "$1.50",
        "$2.50",
    ]


ROWS = "<table>{}</table>"
PAIR = "<tr><td colspan=2><a href=/{0}>Story {0}</a><tr><td>{1} points<td>by {2}"


def test_records_of_two_rows_stay_together() -> None:
    names = "ann bob cat dan eve".split()
    page = Page.from_text(
        ROWS.format("".join(PAIR.format(k, 7 * k, n) for k, n in enumerate(names, 1)))
    )
    other = Page.from_text(ROWS.format(PAIR.format(8, 3, "fay") + PAIR.format(9, 4, "gus")))

    rows = learned(page).apply(other)[0].rows

    assert [[*row.values()] for row in rows] == [
        ["Story 8", "/8", "3 points", "by fay"],
        ["Story 9", "/9", "4 points", "by gus"],
    ]


def test_headings_between_the_records_belong_to_them() -> None:
    def page(*days: tuple[str, list[str]]) -> Page:
        parts = []
        for day, names in days:
            parts.append(f"<h3>{day}</h3>")
            parts += [f"<div class=talk><b>{n}</b><i>{len(n)} pm</i></div>" for n in names]
        return Page.from_text(f"<h1>Talks</h1><div>{''.join(parts)}</div>")

    days = ("Monday", ["Ants", "Bees", "Moths"]), ("Tuesday", ["Cats", "Horses"])
    wrapper = learned(page(*days), kind="list")

    rows = wrapper.apply(page(("Friday", ["Larks"]), ("Sunday", ["Owls", "Kites"])))[0].rows

    assert [[*row.values()] for row in rows] == [
        ["Friday", "Larks", "5 pm"],
        ["Sunday", "Owls", "4 pm"],
        ["Sunday", "Kites", "5 pm"],
    ]


def test_other_lists_of_the_page_are_learned_as_well() -> None:
    talks = "<ol>{}</ol>"
    talk = (
        "<li><b>{0}, {1} years</b><i>{1} pm</i><a href=/t{1}>Room {1}</a><em>Talk by {0}</em></li>"
    )
    names = enumerate("Ann Bob Cat Dan Eve Fay".split(), 3)
    block = talks.format("".join(talk.format(name, k) for k, name in names))
    both = Page.from_text(LEARNED.content.decode() + block)
    wrapper = loads(dumps(learn([both], kind="list")).encode())
    # The other list never replaces the first one.
    assert [len(table) for table in wrapper.apply(LEARNED)] == [0]
    assert [len(table) for table in wrapper.apply(LEARNED, every=True)] == [0, 5]
    tables = replace(wrapper, name="shop").apply(both, every=True)
    assert [len(table) for table in tables][:2] == [6, 5]
    assert {table.wrapper for table in tables} == {"shop"}


def cases(head: str, *rows: str) -> Page:
    lines = "".join(f"<tr class=row><td>{'<td>'.join(row.split('|'))}" for row in rows)
    return Page.from_text(f"<table><tr><th>{'<th>'.join(head.split('|'))}{lines}</table>")


CASES = cases("Name|Number|Title|Filed", "Ann A.|24-1|Ann v. Bob|05/01/24",
              "Bob B.|24-2|Cat v. Dan|05/09/24", "Eve E.|24-7|Fay v. Gus|06/03/24")  # fmt: skip


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Number|Title|Filed", "25-1|Hal v. Ida|01/02/25"),
        ("Name|Office|Number|Title|Filed", "Ann A.|North|25-1|Hal v. Ida|01/02/25"),
        ("Filed|Title|Number", "01/02/25|Hal v. Ida|25-1"),
    ],
)
def test_the_header_says_which_column_is_which(head: str, row: str) -> None:
    wrapper = learned(CASES, kind="list")

    [found] = wrapper.apply(cases(head, row))[0].rows

    assert (found["number"], found["title"], found["filed"]) == ("25-1", "Hal v. Ida", "01/02/25")
    assert found["name"] in (None, "Ann A.")


def test_each_table_of_a_list_is_read_by_its_own_header() -> None:
    def joined(*tables: Page) -> Page:
        return Page.from_text("".join(f"<h2>A</h2>{table.content.decode()}" for table in tables))

    wrapper = learned(joined(CASES, CASES), kind="list")
    short = cases("Number|Title|Filed", "25-1|Hal v. Ida|01/02/25", "25-2|Jo v. Kim|02/02/25")

    for tables in ((short, CASES), (CASES, short)):
        [found] = wrapper.apply(joined(*tables))
        numbers = {row["number"]: row["title"] for row in found.rows}
        assert numbers == {"24-1": "Ann v. Bob", "24-2": "Cat v. Dan", "24-7": "Fay v. Gus",
                           "25-1": "Hal v. Ida", "25-2": "Jo v. Kim"}  # fmt: skip


def test_records_are_cut_as_most_records_of_all_pages_are() -> None:
    def lesson(text: str, step: int, span: int) -> ListLesson:
        tree = Tree.from_text(text)
        starts = range(2, len(tree), step)
        records = tuple(tuple(range(start, start + span)) for start in starts)
        cells = tuple((start,) for start in starts)
        return ListLesson(tree, records, Alignment(tree, (Field("text", "b"),), cells), ("b",))

    short = lesson('body(div(b"Ann" i"x" b"Bob" i"y"))', 2, 2)
    long = lesson('body(div(b"Cat" i"x" b"Dan" i"y" b"Eve" i"z" b"Fay" i"w"))', 2, 1)

    for lessons in ([short, long], [long, short]):
        assert learn_list(lessons).reader.read(long.tree).records == long.records


def test_columns_are_renamed_on_request() -> None:
    wrapper = learn([LEARNED], names={"stock": "available"})

    assert [column.name for column in wrapper.shown][-1] == "available"
    assert wrapper.apply(LEARNED)[0].rows[0]["available"] == "In stock"


def test_a_column_that_is_not_there_cannot_be_renamed() -> None:
    with pytest.raises(WrapperError, match="no column 'colour'"):
        learn([LEARNED], names={"colour": "color"})


def test_no_page_teaches_nothing() -> None:
    with pytest.raises(NothingLearned, match="no page was given"):
        learn([])


def test_the_file_of_a_wrapper_is_the_same_each_time() -> None:
    assert dumps(learn([LEARNED])) == dumps(learn([LEARNED])) == dumps(learned(LEARNED))


SYSTEMS = ["depta", "net", "gstm", "stem", "gza"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_template_of_each_paper_reads_other_pages_through_the_same_file(system: str) -> None:
    wrapper = loads(dumps(learn([LEARNED], detector=system)).encode())
    other = shop(good(7, "Sickle", "19.00"), good(8, "Fork", "25.00"), good(9, "Axe", "28.00"))

    rows = wrapper.apply(other)[0].rows

    assert wrapper.detector == system
    assert [row["title"] for row in rows] == ["Sickle", "Fork", "Axe"]
    assert [row["link"] for row in rows] == ["/7", "/8", "/9"]


@dataclass(frozen=True)
class _EveryChild:
    """Takes every child of the body for a record."""

    def detect(self, tree: Tree) -> list[Region]:
        body = next(node for node in range(len(tree)) if tree.label(node) == "body")
        return [Region(tuple((node,) for node in tree.children(body)))]


def test_a_wrapper_that_does_not_find_its_own_records_is_not_learned() -> None:
    # Of sixteen paths to one record each only some are kept.
    page = Page.from_text("".join(f"<x-{n}>word {n}</x-{n}>" for n in range(16)))

    with pytest.raises(NothingLearned, match="nothing distinguishes them from the rest"):
        learn([page], kind="list", detector=_EveryChild())


def test_a_list_that_no_page_has_is_not_learned() -> None:
    with pytest.raises(NothingLearned, match="no page has a list number 7"):
        learn([LEARNED], table=7)


def test_a_header_row_of_plain_cells_is_not_a_record_on_other_pages_either() -> None:
    def docket(*rows: tuple[str, str]) -> Page:
        lines = "".join(f"<tr><td>{one}<td>{other}</tr>" for one, other in rows)
        head = "<tr><td>Date<td>Proceedings and orders</tr>"
        return Page.from_text(f"<body><h1>Docket</h1><table>{head}{lines}</table>")

    wrapper = learned(
        docket(
            ("May 1 2024", "Petition filed."),
            ("May 9 2024", "Response due."),
            ("Jun 3 2024", "Motion granted."),
            ("Jul 7 2024", "Judgment issued."),
        )
    )
    other = docket(("Aug 2 2025", "Brief filed."), ("Aug 8 2025", "Argued."))

    assert picture(wrapper, other) == drawn("""
        date       | proceedings_and_orders
        Aug 2 2025 | Brief filed.
        Aug 8 2025 | Argued.
    """)


def test_records_lie_at_other_places_of_a_page_without_classes() -> None:
    def bands(*groups: tuple[str, ...]) -> Page:
        body = "".join(
            "<p>" + "<br>".join(f"<a href=/{name}>{name}</a>" for name in group) for group in groups
        )
        return Page.from_text(f"<body><h1>Bands</h1><p>Matches:{body}")

    wrapper = learned(bands(("Ant Hill", "Bee Line", "Cat Walk", "Dog Days", "Eel Pie", "Fox")))
    tables = wrapper.apply(bands(("Gnu Song",), ("Hen House",), ("Ibis Isle", "Jay Walk")))

    assert [row["title"] for row in tables[0].rows] == [
        "Gnu Song", "Hen House", "Ibis Isle", "Jay Walk",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "name"), [("<html class='js chrome'><body class=id-7>", "good"), ("<body>", "Good")]
)
def test_the_state_of_a_page_and_capital_letters_do_not_hide_records(head: str, name: str) -> None:
    def page(head: str, name: str, *names: str) -> Page:
        rows = "".join(f"<div class={name}><b>{n}</b><i>${len(n)}</i></div>" for n in names)
        return Page.from_text(f"{head}<div>Tools</div><section>{rows}</section>")

    wrapper = learned(
        page("<html class=no-js><body class=id-4>", "good", "Rake", "Scythe", "Flail")
    )
    tables = wrapper.apply(page(head, name, "Hoe", "Spade"))

    assert wrapper.read(Opened(page(head, name, "Hoe", "Spade"))).ways["class"]
    assert len(tables[0].rows) == 2


def test_each_column_of_a_wrapper_is_read_in_some_record() -> None:
    # Which of them a note is cannot be told by its place, as parts before it are missing.
    made = random.Random(0)
    notes = ("", "<b>{} kg</b>", "<i>{} Euro</i>")
    lines = "".join(
        f"<li><a href=/{n}>Tool {n}</a>"
        + "".join(made.choice(notes).format(made.randint(1, 99)) for _ in range(6))
        for n in range(12)
    )

    columns = learned(Page.from_text(f"<ul>{lines}</ul>")).columns

    assert len(columns) > 5
    assert all(column.fingerprint.count for column in columns)


@pytest.mark.parametrize("detector", ["auto", "net", "gza"])
def test_a_list_read_by_a_wrapper_has_the_title_that_its_page_gives_it(detector: str) -> None:
    def page(title: str, *names: str) -> Page:
        items = "".join(f"<li><a href=/{name}>{name}</a> <b>{len(name)}</b>" for name in names)
        return Page.from_text(f"<main><h2>{title}</h2><ul class=crops>{items}</ul></main>")

    wrapper = learn([page("Crops of May", "Rye", "Oats", "Barley", "Spelt")], detector=detector)

    assert wrapper.apply(page("Crops of June", "Hay", "Clover"))[0].title == "Crops of June"


@pytest.mark.parametrize("more", ["", "<td><a href=/{}>doc</a>"])
def test_a_column_in_the_place_of_one_that_a_page_lacks_is_not_read_as_that_one(more: str) -> None:
    def page(names: str, *rows: tuple[str, ...]) -> Page:
        head = "".join(f"<th>{name}" for name in names.split()) + ("<th>" if more else "")
        lines = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) + more.format(row[1])
                        for row in rows)  # fmt: skip
        return Page.from_text(f"<h1>Cases</h1><table><tr>{head}{lines}</table>")

    filed = [(f"Case {k}", f"{100 + k}", f"2024-05-0{k}") for k in range(1, 7)]
    judged = [(f"Case {k}", f"{200 + k}", judge)
              for k, judge in enumerate(["Ada Rye", "Bo Hay", "Cleo Oat", "Dan Rake", "Eve Sod"])]  # fmt: skip
    pages = [page("Name No. Filed", *filed), page("Name No. Judge", *judged)]

    wrapper = learn(pages, kind="list")

    assert [row["filed"] for row in wrapper.apply(pages[0])[0].rows] == [day for *_, day in filed]
    assert {row.get("filed") for row in wrapper.apply(pages[1])[0].rows} == {None}
