"""Notes that a page cites are not what it is about."""

from windrow.pipeline import extract

_ROWS = "".join(
    f"<tr><td><a href=/m/{k}>Mill {k}</a><sup id=r{k}><a href=#n{k}>[{k}]</a></sup><td>{60 - k}.5"
    for k in range(1, 9)
)
_TABLE = f"<h2>Mills</h2><table><tr><th>Name<th>Height{_ROWS}</table>"
_BOOKS = [
    f"Ann Moore ({1990 + k}). The mills of the north, volume {k}. Ham: Hay." for k in range(12)
]


def notes(*, cited: bool) -> bytes:
    """Return a page with a table and a longer list of books, which the table may cite."""
    items = [
        f"<li id=n{k}><a href=#r{k}>^</a> {book}" if cited else f"<li><a href=/b/{k}>^</a> {book}"
        for k, book in enumerate(_BOOKS, 1)
    ]
    return f"<h1>Mills</h1>{_TABLE}<h2>Books</h2><ol>{''.join(items)}</ol>".encode()


def test_notes_that_the_page_cites_do_not_come_first() -> None:
    [first, *_] = extract(notes(cited=True))

    assert [column.name for column in first.columns][:1] == ["name"]
    assert len(first) == 8


def test_a_list_that_nothing_cites_may_come_first() -> None:
    [first, *_] = extract(notes(cited=False))

    assert len(first) == 12
