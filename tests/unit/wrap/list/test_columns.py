"""Tables of one site with different columns are one list, learned and repaired together."""

import textwrap

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.wrapper import Wrapper

FULL = ["Name", "Case No.", "Title", "Filed", "Role", "Closed"]
SHORT = ["Case No.", "Title", "Filed", "Closed"]
CASES = [
    {
        "Name": f"{first} {last}",
        "Case No.": f"0{k}-5530{k}",
        "Title": f"{last} {kind}",
        "Filed": f"09/1{k}/08",
        "Role": role,
        "Closed": f"01/2{k}/19",
    }
    for k, (first, last, kind, role) in enumerate([
        ("Ann", "Archer", "Holdings LLC", "Debtor"), ("Bo", "Baker", "& Sons", "Creditor"),
        ("Cy", "Cooper", "Estate", "Debtor"), ("Dee", "Dyer", "Trust of 1999", "Trustee"),
        ("Ed", "Ewing", "Farms Inc.", "Debtor"), ("Flo", "Fuller", "v. United Mills", "Creditor"),
    ])
]  # fmt: skip


def search(names: list[str], row: str = "hit") -> Page:
    """Return a page with a table of the named columns, below a title row."""
    head = "".join(f"<th>{name}" for name in names)
    rows = "".join(
        f"<tr class={row}>" + "".join(f"<td>{case[name]}" for name in names) for case in CASES
    )
    title = f"<tr><td colspan={len(names)}><b>There were 6 matching cases.</b>"
    return Page.from_text(f"<body><h1>Search</h1><table>{title}<tr>{head}{rows}</table>")


def picture(wrapper: Wrapper, page: Page) -> str:
    return "\n".join(str(wrapper.apply(page)[0]).splitlines()[:2])


def test_a_wrapper_learned_from_both_tables_knows_the_columns_of_both() -> None:
    wrapper = learn([search(FULL), search(SHORT)], kind="list")

    assert picture(wrapper, search(FULL)) == textwrap.dedent("""\
        name       | case_no  | title                  | filed    | role     | closed
        Ann Archer | 00-55300 | Archer Holdings LLC    | 09/10/08 | Debtor   | 01/20/19""")
    assert [row["closed"] for row in wrapper.apply(search(SHORT))[0].rows] == [
        case["Closed"] for case in CASES
    ]


def test_a_page_that_only_lacks_columns_is_repaired_with_the_others() -> None:
    wrapper = learn([search(FULL)], kind="list")

    done = repair(wrapper, [search(FULL, "result"), search(SHORT, "result")])

    assert done.pages == 2
    for names in (FULL, SHORT):
        rows = done.wrapper.apply(search(names, "result"))[0].rows
        assert [row["closed"] for row in rows] == [case["Closed"] for case in CASES]
        assert [row["title"] for row in rows] == [case["Title"] for case in CASES]
