"""Pages in the rows of Parquet and Arrow files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from windrow.errors import ReadError, need
from windrow.read import Page
from windrow.sink.base import first_line

__all__ = ["ArrowRows", "row_sizes"]

# Names of columns, tried in this order if none is given.
_HTML = ("html", "content", "body", "raw_html", "page_source", "source", "text")
_URL = ("url", "uri", "warc_target_uri", "address", "link", "page")
# Rows in a batch. Chosen, not measured: a batch of pages is kept in memory, so it is short.
_BATCH = 32
# A row at most this far ahead is reached by reading the rows before it. Chosen, not measured.
_NEAR = 4 * _BATCH


def row_sizes(path: str, html: str | None = None) -> Iterator[int]:
    """Yield the size in bytes of each row of *path*, roughly; only the footer is read."""
    with _failing(path):
        if path.lower().endswith(".parquet"):
            parquet = need("pyarrow.parquet", "parquet")
            with parquet.ParquetFile(path) as file:
                _column(path, file.schema_arrow, html)
                for number in range(file.metadata.num_row_groups):
                    group = file.metadata.row_group(number)
                    rows = group.num_rows
                    yield from [max(group.total_byte_size // max(rows, 1), 1)] * rows
            return
        for batch in _arrow_batches(path, html):
            yield from [max(batch.nbytes // max(batch.num_rows, 1), 1)] * batch.num_rows


class ArrowRows:
    """Reads the pages of one file; consecutive rows are cheap."""

    def __init__(self, path: str, html: str | None = None) -> None:
        self._path, self._html = path, html
        self._first = 0
        self._batch: Any = None
        self._rest: Iterator[Any] = iter(())

    def page(self, row: int) -> Page:
        """Return the page in the *row*-th row."""
        with _failing(f"{self._path}@{row}"), self._forgetting():
            if self._batch is None or not 0 <= row - self._first < _NEAR:
                self._first, self._rest = _batches(self._path, self._html, row)
                self._batch = next(self._rest, None)
            while self._batch is None or row >= self._first + self._batch.num_rows:
                self._first += self._batch.num_rows if self._batch is not None else 0
                self._batch = next(self._rest, None)
                if self._batch is None:
                    raise ReadError(f"{self._path}@{row}", "is not there: the file has changed")
            names = self._batch.schema.names
            html, *url = (_value(self._batch.column(name)[row - self._first]) for name in names)
        return _page(f"{self._path}@{row}", html, url)

    @contextmanager
    def _forgetting(self) -> Iterator[None]:
        """End the batch on an error: later rows are located again."""
        try:
            yield
        except BaseException:
            self._batch = None
            raise


def _batches(path: str, html: str | None, row: int = 0) -> tuple[int, Iterator[Any]]:
    """Return the pages and their addresses, some rows at a time, and the number of the first.

    The first one is *row* or comes before it: a Parquet file can be entered at its row groups.
    """
    if not path.lower().endswith(".parquet"):
        return 0, _arrow_batches(path, html)
    parquet = need("pyarrow.parquet", "parquet")
    with parquet.ParquetFile(path) as file:
        sizes = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    first = group = 0
    while group < len(sizes) and row >= first + sizes[group]:
        first += sizes[group]
        group += 1
    return first, _parquet_batches(path, html, range(group, len(sizes)))


def _parquet_batches(path: str, html: str | None, groups: Sequence[int]) -> Iterator[Any]:
    parquet = need("pyarrow.parquet", "parquet")
    # If the file has checksums, damage raises an error instead of giving wrong text.
    with parquet.ParquetFile(path, page_checksum_verification=True) as file:
        columns = _columns(path, file.schema_arrow, html)
        for group in groups:
            # A batch stays within one group, so a damaged group loses only its own rows.
            for batch in file.iter_batches(_BATCH, row_groups=[group], columns=columns):
                yield batch.select(columns)


def _arrow_batches(path: str, html: str | None) -> Iterator[Any]:
    arrow, ipc = need("pyarrow", "parquet"), need("pyarrow.ipc", "parquet")
    with arrow.memory_map(path) as stream:
        try:
            file = ipc.open_file(stream)
            found: Iterator[Any] = (file.get_batch(n) for n in range(file.num_record_batches))
        except arrow.ArrowInvalid:
            stream.seek(0)
            file = found = ipc.open_stream(stream)
        columns = _columns(path, file.schema, html)
        for batch in found:
            yield batch.select(columns)


def _columns(path: str, schema: Any, html: str | None) -> list[str]:
    """Return the column with the pages, and the one with their addresses, if there is one."""
    chosen = _column(path, schema, html)
    names = {name.lower(): name for name, count in Counter(schema.names).items() if count == 1}
    return [chosen, *[names[n] for n in _URL if n in names and names[n] != chosen][:1]]


def _column(path: str, schema: Any, html: str | None) -> str:
    names = [field.name for field in schema if _is_text(field.type)]
    for name in (html,) if html else _HTML:
        # Exact spelling first: some files have "HTML" beside "html".
        found = [n for n in names if n == name] or [n for n in names if n.lower() == name.lower()]
        if len(found) > 1:
            raise ReadError(
                path,
                f"has {len(found)} columns called {name}",
                hint="rename all but one of them, or give another one with --html-column",
            )
        if found:
            return str(found[0])
    raise ReadError(
        path,
        f"has no column of pages called {html}" if html else "has no column that looks like pages",
        hint=f"give --html-column with one of: {', '.join(names) or 'no column is text'}",
    )


def _is_text(kind: Any) -> bool:
    types = need("pyarrow", "parquet").types
    # A column in which pages repeat may be stored as a dictionary.
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return _is_text(kind.value_type)
    tests = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view",
             "fixed_size_binary")  # fmt: skip
    # Older versions of pyarrow lack some types.
    return any(getattr(types, f"is_{test}", bool)(kind) for test in tests)


def _value(cell: Any) -> Any:
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        # Not UTF-8, whatever the file says: detect the encoding as for any other page.
        return getattr(cell, "value", cell).as_buffer().to_pybytes()


def _page(origin: str, html: str | bytes | None, url: Sequence[Any]) -> Page:
    address = str(url[0]) if url and url[0] else None
    if html is None:
        raise ReadError(origin, "has no page: the cell is empty")
    # Text was decoded when the file was made: the encoding in its markup is outdated.
    kind = "text/html; charset=utf-8" if isinstance(html, str) else None
    content = html.encode("utf-8", "replace") if isinstance(html, str) else html
    return Page(address or origin, content, url=address, content_type=kind)


@contextmanager
def _failing(path: str) -> Iterator[None]:
    arrow = need("pyarrow", "parquet")
    try:
        yield
    except (OSError, arrow.ArrowException) as error:
        raise ReadError(path, f"cannot be read: {first_line(error)}") from error
