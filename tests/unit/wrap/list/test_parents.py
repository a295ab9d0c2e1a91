"""Pages without classes have many alike tables: only some of them hold records."""

from collections.abc import Sequence

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.verify import verify

ENTRIES = [("05/07/2019", "Motion to seal the record"), ("05/09/2019", "Order on the motion"),
           ("06/11/2019", "Reply by the trustee"), ("06/30/2019", "Notice of hearing"),
           ("07/02/2019", "Transcript filed by the clerk")]  # fmt: skip


def party(role: str, name: str, counsel: str) -> str:
    return f"<table><tr><td>{role}<tr><td>{name}<td>represented by<td>{counsel}</table>"


def docket(entries: list[tuple[str, str]], *before: str, head: bool = True) -> Page:
    header = "<tr><td><b>Date</b><td><b>#</b><td><b>Text</b>" if head else ""
    rows = "".join(f"<tr><td>{day}<td>{k}<td>{text}" for k, (day, text) in enumerate(entries, 1))
    return Page.from_text(
        f"<p><a href=/q>Query</a></p><h3>Docket</h3>{''.join(before)}<table>{header}{rows}</table>"
        "<hr><table><tr><td>Receipt<td>paid<tr><td>Cost<td>none</table>"
    )


ANN, BEN = party("Plaintiff", "Ann Moor", "Cleo Hay"), party("Defendant", "Ben Rye", "Dan Mill")


@pytest.mark.parametrize("head", [True, False])
@pytest.mark.parametrize("before", [(), (ANN,), (ANN, BEN, ANN), (ANN, BEN, ANN, BEN, ANN)])
def test_the_table_of_records_is_known_among_others_by_what_its_rows_say(
    before: tuple[str, ...], head: bool
) -> None:
    wrapper = learn(docket(ENTRIES, ANN, head=head), kind="list")

    [table] = wrapper.apply(docket(ENTRIES[1:4], *before, head=head))

    assert [next(iter(row.values())) for row in table.rows] == [day for day, _ in ENTRIES[1:4]]


def test_several_tables_of_records_are_read_where_one_was_learned() -> None:
    wrapper = learn(docket(ENTRIES, ANN), kind="list")
    second = "<h3>Appeal</h3><table><tr><td>08/01/2019<td>9<td>Brief<tr><td>08/03/2019<td>10<td>Fee"

    [table] = wrapper.apply(docket(ENTRIES, ANN, second + "</table>"))

    assert len(table.rows) == 7


def test_a_record_of_a_parent_of_its_own_may_lack_what_others_have() -> None:
    def page(*days: str) -> Page:
        rows = "".join(f"<div><p>{day}<p>Sale at barn {k}</div>" for k, day in enumerate(days, 1))
        return Page.from_text(f"<h1>Sales</h1><main>{rows}</main>")

    wrapper = learn(page("May 1", "May 3", "June 8", "June 9"), kind="list")

    assert len(wrapper.apply(page("May 5", "soon", "July 9", "soon"))[0].rows) == 4


def test_of_equal_ways_the_one_to_more_records_is_taken() -> None:
    def page(ident: str, *tables: str) -> Page:
        games = "".join(f"<h4>Cup {k}</h4><table class=games>{table}</table>"
                        for k, table in enumerate(tables))  # fmt: skip
        return Page.from_text(f"<h1>Games</h1><div id={ident}>{games}</div><p>Terms</p>")

    rows = [f"<tr><td>{k}:30<td>Hay {k}<td>{k}-1<td>Rye {k}" for k in range(12, 22)]
    wrapper = learn(page("autumn", "".join(rows[:4])), kind="list")

    assert len(wrapper.apply(page("spring", "".join(rows[:2]), "".join(rows[5:])))[0].rows) == 7


def test_a_record_may_lack_one_of_the_words_that_all_learned_ones_had() -> None:
    def page(*kinds: str) -> Page:
        rows = "".join(f"<div class='result {kind}'><h3><a href=/{k}>Barn {k}</a></h3><p>Text {k}"
                       "</div>" for k, kind in enumerate(kinds))  # fmt: skip
        return Page.from_text(f"<h1>Found</h1><section class=found>{rows}</section>"
                              "<div class=help><p>Help</p></div>")  # fmt: skip

    wrapper = learn(page("web", "web", "web", "web"), kind="list")

    assert len(wrapper.apply(page("web", "video", "web", "web", "video"))[0].rows) == 5


@pytest.mark.parametrize("mark", ["", " class=event"])
def test_records_without_digits_in_a_parent_of_their_own_are_kept(mark: str) -> None:
    def page(*months: Sequence[tuple[str, str]]) -> Page:
        tables = "".join(
            f"<h2>Part {k}</h2><table>"
            + "".join(f"<tr{mark}><td>{name}<td>{day}" for name, day in events)
            + "</table>"
            for k, events in enumerate(months)
        )
        return Page.from_text(f"<h1>Events</h1><div id=main>{tables}</div><p>Terms</p>")

    may = [("Spring fair", "May 3"), ("Book night", "May 9"), ("Dog show", "May 12")]
    june = [("Regatta", "June 3"), ("Wine walk", "June 9"), ("Opera", "June 12")]
    later = [(name, "to be announced") for name in ("Harvest fair", "Carol night", "Apple day")]
    wrapper = learn(page(may, june), kind="list")

    assert len(wrapper.apply(page(june, later))[0].rows) == 6


def test_the_last_row_of_a_grid_may_have_words_in_place_of_prices_and_days() -> None:
    def page(*cards: tuple[str, str, str]) -> Page:
        each = [f"<div class=card><b>{a}</b><span class=price>{b}</span><span class=when>{c}</span>"
                "</div>" for a, b, c in cards]  # fmt: skip
        rows = ("".join(each[k : k + 3]) for k in range(0, len(each), 3))
        grid = "".join(f"<div class=row>{row}</div>" for row in rows)
        return Page.from_text(f"<h1>Shop</h1><div id=grid>{grid}</div>")

    names = (
        "iron kettle,blue jar,red mug,soft towel,wide plate,tin pot,big lamp,old brush,fine comb"
    )
    cards = [(name, f"{k * 3}.50 EUR", f"{k} May") for k, name in enumerate(names.split(","), 1)]
    asked = [("oak table", "on request", "soon"), ("pine desk", "on request", "soon")]
    wrapper = learn(page(*cards), kind="list")

    assert len(wrapper.apply(page(*cards, *asked))[0].rows) == 11


def test_verify_is_calm_about_tables_without_records_that_learned_pages_had() -> None:
    wrapper = learn(docket(ENTRIES, ANN, BEN), kind="list")

    report = verify(wrapper, [docket(ENTRIES[1:], BEN, ANN)])

    assert report.healthy, report.reasons
