"""Rows of names above records that are not rows of an HTML table."""

import pytest

from windrow.pipeline import extract

_FILES = [(f"file{k}.txt", f"{3 * k} KB", f"{k} May 2023") for k in range(1, 9)]


def names(html: str) -> list[str]:
    [table, *_] = extract(html.encode())
    assert len(table) == len(_FILES)
    return [column.name for column in table.columns]


def test_roles_name_columns_also_in_a_group_of_their_own() -> None:
    head = "".join(f"<b role=columnheader>{name}</b>" for name in ("Document", "Weight", "Changed"))
    rows = "".join(
        f"<div role=row>{''.join(f'<b role=cell>{text}</b>' for text in file)}</div>"
        for file in _FILES
    )

    beside = f"<div role=table><div role=row>{head}</div>{rows}</div>"
    apart = f"<div role=table><div><div role=row>{head}</div></div><div>{rows}</div></div>"

    assert names(beside) == names(apart) == ["document", "weight", "changed"]


@pytest.mark.parametrize(("row", "part"), [("div", "span"), ("li", "div")])
def test_a_first_row_of_words_names_the_columns_and_is_no_record(row: str, part: str) -> None:
    def line(texts: tuple[str, ...]) -> str:
        return f"<{row}>{''.join(f'<{part}>{text}</{part}>' for text in texts)}</{row}>"

    lines = "".join(map(line, [("Document", "Weight", "Changed"), *_FILES]))

    assert names(f"<main>{lines}</main>") == ["document", "weight", "changed"]


def test_a_first_row_that_says_what_others_say_names_nothing() -> None:
    rows = "".join(f"<div><p>{name}</p><p>{size}</p><p>ready</p></div>" for name, size, _ in _FILES)

    [table, *_] = extract(
        f"<main><div><p>all</p><p>weights</p><p>ready</p></div>{rows}</main>".encode()
    )

    assert {"all", "weights", "ready"}.isdisjoint(column.name for column in table.columns)
