"""A table that does not name a column is healthy, unless no page of the site has the column."""

import re
from collections.abc import Sequence

from windrow.read import Page
from windrow.view.report import report_html
from windrow.view.terminal import report_lines
from windrow.wrap.learn import learn
from windrow.wrap.verify import verify

CASES = [
    ("17-CV-803", "2019-11-25", "Ada Petrov", "Tanaka", "$83,247"),
    ("17-CV-537", "2023-10-03", "Hugo Zeman", "Abbott", "$66,901"),
    ("19-CV-590", "2018-12-23", "Bela Lindqvist", "Jansen", "$60,261"),
    ("21-CV-412", "2021-02-14", "Mina Okafor", "Vogel", "$9,404"),
    ("22-CV-118", "2022-07-30", "Lars Haddad", "Moreau", "$71,330"),
    ("24-CV-266", "2024-05-09", "Tara Ueda", "Fischer", "$12,585"),
]
NAMES = ("Case", "Filed", "Plaintiff", "Judge", "Amount")


def docket(
    *without: str, named: Sequence[str] = NAMES, source: str = "docket.html", date: str = ""
) -> Page:
    there = [k for k, name in enumerate(NAMES) if name not in without]
    head = "".join(f"<th>{named[k]}" for k in there)
    rows = "".join("<tr>" + "".join(f"<td>{row[k]}" for k in there) for row in CASES)
    page = f"<h1>Cases</h1><table><tr>{head}{rows}</table><p>County court</p>"
    return Page(source, page.encode(), date=date)


WRAPPER = learn([docket()], kind="list")


def test_a_page_alone_that_does_not_name_a_column_is_healthy_with_a_note() -> None:
    report = verify(WRAPPER, [docket("Filed")])

    assert report.healthy, report.reasons
    assert report.pages[0].notes == ("filed is not on this page: its table has no column 'Filed'",)
    assert WRAPPER.apply(docket("Filed")).reason is None


def test_a_table_without_some_columns_is_read_as_it_is_and_not_as_a_repair_would() -> None:
    page = docket("Filed", "Amount")

    [table] = WRAPPER.apply(page)

    assert WRAPPER.apply(page).reason is None
    assert [column.name for column in table.columns] == [c.name for c in WRAPPER.shown]
    assert [row["judge"] for row in table.rows] == [case[3] for case in CASES]


def test_a_named_column_without_values_is_drift() -> None:
    emptied = re.sub(rb"<td>20\d\d-[-\d]+", b"<td>", docket().content)

    assert "filed: 0% filled, usually 100%" in verify(WRAPPER, [Page("x", emptied)]).reasons
    assert "filed" in str(WRAPPER.apply(Page("x", emptied)).reason)


def test_a_page_that_lacks_a_column_of_others_is_healthy_with_a_note() -> None:
    report = verify(WRAPPER, [docket(), docket("Filed"), docket("Amount"), docket("Amount")])

    assert report.healthy
    assert [page.healthy for page in report.pages] == [True] * 4
    assert [page.notes for page in report.pages[:3]] == [
        (),
        ("filed is not on this page: its table has no column 'Filed'",),
        ("amount is not on this page: its table has no column 'Amount'",),
    ]
    assert report.pages[1].to_json()["notes"] == [*report.pages[1].notes]
    note = "filed is not on this page"
    assert any(note in line for line in report_lines(report))
    assert note in report_html(report)


def test_a_column_that_no_page_has_is_drift() -> None:
    report = verify(WRAPPER, [docket("Judge"), docket("Judge")])

    assert not report.healthy
    assert "judge: its table has no column 'Judge'" in report.pages[0].reasons


def test_a_column_that_the_last_three_pages_by_date_lack_is_drift() -> None:
    pages = [docket("Judge", source=f"{k}.html", date=f"2024-06-0{k}") for k in (3, 4, 5)]
    pages += [docket(date=f"2024-06-0{k}") for k in (1, 2)]

    report = verify(WRAPPER, pages)

    assert not report.healthy
    assert report.since is not None
    assert report.since.page == "3.html"


def test_the_order_in_which_pages_are_given_does_not_decide() -> None:
    pages = [*[docket()] * 2, *[docket("Judge")] * 3]

    assert verify(WRAPPER, pages).healthy
    assert verify(WRAPPER, pages[::-1]).healthy


def test_a_column_that_some_learned_pages_lacked_may_be_missing_from_a_page_alone() -> None:
    wrapper = learn([docket(), docket("Amount")], kind="list")

    report = verify(wrapper, [docket("Amount")])

    assert report.healthy, report.reasons
    assert report.pages[0].notes


def test_a_column_under_another_name_may_be_the_same_one() -> None:
    renamed = ("Case", "Filed", "Plaintiff", "Before", "Amount")

    report = verify(WRAPPER, [docket(), docket(named=renamed)])

    assert not any(page.notes for page in report.pages)


def test_no_look_of_values_is_printed_where_there_are_none() -> None:
    lines = [*report_lines(verify(WRAPPER, [docket("Filed")]))]

    [filed] = [line for line in lines if line.startswith("filed ")]
    assert filed.split()[1:6] == ["0%", "100%", "-", "-", "-"]
