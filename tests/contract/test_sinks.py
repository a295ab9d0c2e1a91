"""What every sink promises: the same rows come back, and a failure takes nothing away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.postgres import running_server
from tests.writers import at_once, tables
from windrow.errors import WindrowError
from windrow.sink import SINKS, Sink
from windrow.sink.flat import Flat, storable
from windrow.sink.upsert import require_key
from windrow.table.typed import Kind, TypedColumn, TypedRow, as_text

Make = Callable[..., Sink]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


@pytest.fixture(params=SINKS)
def kind(request: pytest.FixtureRequest) -> str:
    """The key of a sink."""
    word: str = request.param
    return word


@pytest.fixture
def target(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place of its own for the sink, which is empty at first."""
    if not kind.endswith(":"):
        return str(tmp_path / f"out{kind}")
    address = request.getfixturevalue("server")
    schema = request.getfixturevalue("schema")
    return f"{kind}{address.partition(':')[2]}&options=-csearch_path%3D{schema}"


@pytest.fixture
def make(kind: str, target: str) -> Make:
    """A maker of sinks for that place."""
    return lambda name="records": SINKS[kind](target, name)


@pytest.fixture
def schema(server: str) -> str:
    """A schema of the server that is there for one test only."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS field CASCADE")
        connection.execute("CREATE SCHEMA field")
    return "field"


def table(
    rows: list[TypedRow], name: str = "records", parent: str | None = None, **kinds: Kind
) -> Flat:
    columns = tuple(TypedColumn(column, kind=kind) for column, kind in kinds.items())
    return Flat(name, columns, tuple(rows), parent)


TOOLS = table(
    [
        {"tool": "Rake", "price": 48.5, "stock": 3, "new": True, "since": date(2024, 5, 1),
         "seen": datetime(2024, 5, 1, 12, 30), "opens": time(8, 15), "sizes": [{"size": "S"}, {"size": None}]},
        {"tool": 'Scythe, "big" | 65 cm\\', "price": None, "stock": -2, "new": False, "since": None,
         "seen": None, "opens": None, "sizes": []},
        {"tool": None, "price": 0.1, "stock": None, "new": None, "since": date(1, 1, 1),
         "seen": datetime(9999, 12, 31, 23, 59, 59), "opens": time(0, 0), "sizes": None},
    ],
    tool="text", price="number", stock="integer", new="boolean", since="date",
    seen="datetime", opens="time", sizes="rows",
)  # fmt: skip


def said(flat: Flat | None) -> list[dict[str, str | None]]:
    """The rows as text, in which all sinks agree."""
    assert flat is not None
    return [{name: as_text(row.get(name)) for name in flat.names} for row in flat.rows]


def test_the_same_rows_come_back(make: Make) -> None:
    make().write([TOOLS])

    assert said(make().read("records")) == said(TOOLS)


def test_nothing_there_is_none(make: Make, tmp_path: Path) -> None:
    assert make().read("records") is None
    assert not make().has("records")
    assert [*tmp_path.iterdir()] == []

    make().write([TOOLS])

    assert make().has("records")

    assert make().read("weeds") is None


def test_what_is_there_is_not_touched_unless_asked(make: Make) -> None:
    make().write([TOOLS])

    with pytest.raises(WindrowError, match="already exists") as caught:
        make().write([table([{"tool": "Spade"}], tool="text")])

    assert "--if-exists" in (caught.value.hint or "")
    assert said(make().read("records")) == said(TOOLS)


def test_append_twice_keeps_all_rows_in_order(make: Make) -> None:
    for tool in ("Rake", "Scythe", "Spade"):
        make().write([table([{"tool": tool}], tool="text")], if_exists="append")

    assert said(make().read("records")) == [{"tool": "Rake"}, {"tool": "Scythe"}, {"tool": "Spade"}]


def test_append_adds_columns_and_leaves_missing_ones_empty(make: Make) -> None:
    make().write([table([{"tool": "Rake", "price": 4.5}], tool="text", price="number")])

    make().write(
        [table([{"tool": "Hoe", "new": True}], tool="text", new="boolean")], if_exists="append"
    )

    assert said(make().read("records")) == [
        {"tool": "Rake", "price": "4.5", "new": None},
        {"tool": "Hoe", "price": None, "new": "true"},
    ]


def test_append_widens_a_column_that_is_too_narrow(make: Make) -> None:
    make().write([table([{"size": 7, "day": date(2024, 5, 1)}], size="integer", day="date")])

    make().write(
        [table([{"size": 7.5, "day": "tomorrow"}], size="number", day="text")], if_exists="append"
    )
    make().write(
        [table([{"size": "XL", "day": None}], size="text", day="text")], if_exists="append"
    )

    found = said(make().read("records"))
    assert [row["day"] for row in found] == ["2024-05-01", "tomorrow", None]
    assert [row["size"] for row in found] in (["7", "7.5", "XL"], ["7.0", "7.5", "XL"])


def test_replace_leaves_only_the_new_rows_and_columns(make: Make) -> None:
    make().write([TOOLS])

    make().write([table([{"weed": "Dock"}], weed="text")], if_exists="replace")

    assert said(make().read("records")) == [{"weed": "Dock"}]


def keyed(rows: list[TypedRow], **kinds: Kind) -> Flat:
    return require_key(table(rows, **kinds), ["tool"])


@pytest.fixture(params=[kind for kind, entry in SINKS.items() if entry.database])
def database(request: pytest.FixtureRequest) -> str:
    word: str = request.param
    return word


def test_upsert_updates_known_rows_and_adds_new_ones(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    sink = upserting(database, request, tmp_path)
    first: list[TypedRow] = [
        {"tool": "Rake", "price": 48, "new": True}, {"tool": "Hoe", "price": 9, "new": True},
    ]  # fmt: skip
    later: list[TypedRow] = [
        {"tool": "Hoe", "price": 9.5}, {"tool": "Fork", "price": 7}, {"tool": "Fork", "price": 8},
    ]  # fmt: skip

    sink.write([keyed(first, tool="text", price="integer", new="boolean")], if_exists="upsert")
    for _ in range(3):
        sink.write([keyed(later, tool="text", price="number")], if_exists="upsert")

    found = sink.read("records")
    assert found is not None
    # A column that the later rows lack stays as it was.
    assert sorted(found.rows, key=lambda row: str(row["tool"])) == [
        {"tool": "Fork", "price": 8.0, "new": None},
        {"tool": "Hoe", "price": 9.5, "new": True},
        {"tool": "Rake", "price": 48.0, "new": True},
    ]


def test_an_upsert_that_fails_leaves_all_as_it_was(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    sink = upserting(database, request, tmp_path)
    sink.write([keyed([{"tool": "Rake", "n": 1}], tool="text", n="integer")], if_exists="upsert")
    broken = keyed(
        [{"tool": "Rake", "n": 2}, {"tool": "Hoe", "n": 2**70}], tool="text", n="integer"
    )

    with pytest.raises(WindrowError):
        sink.write([broken], if_exists="upsert")

    found = sink.read("records")
    assert found is not None
    assert found.rows == ({"tool": "Rake", "n": 1},)


def upserting(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Sink:
    if not kind.endswith(":"):
        return SINKS[kind](str(tmp_path / f"out{kind}"), "records")
    address, schema = request.getfixturevalue("server"), request.getfixturevalue("schema")
    place = f"{kind}{address.partition(':')[2]}&options=-csearch_path%3D{schema}"
    return SINKS[kind](place, "records")


def test_replace_and_append_where_nothing_is_write(make: Make) -> None:
    make().write([table([{"tool": "Rake"}], tool="text")], if_exists="append")
    make().write([table([{"tool": "Hoe"}], tool="text")], if_exists="replace")

    assert said(make().read("records")) == [{"tool": "Hoe"}]


class Nettle:
    """A value that no sink can take."""

    def isoformat(self) -> str:
        raise WindrowError("it stings")


@pytest.mark.parametrize("if_exists", ["append", "replace"])
def test_a_row_that_fails_leaves_everything_as_it_was(make: Make, if_exists: str) -> None:
    make().write([TOOLS])
    rows: list[TypedRow] = [{"weed": "Dock"}] * 500
    rows[250] = {"weed": Nettle()}  # type: ignore[dict-item]

    with pytest.raises(Exception):  # noqa: B017, PT011
        make().write(
            [table([{"tool": "Rake", "_row": 1}], tool="text", _row="integer"),
             table(rows, "records_weeds", "records", weed="text")],
            if_exists=if_exists,  # type: ignore[arg-type]
        )  # fmt: skip

    assert said(make().read("records")) == said(TOOLS)
    assert make().read("records_weeds") is None


def test_a_first_write_that_fails_leaves_nothing_behind(make: Make, tmp_path: Path) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011
        make().write([table([{"weed": Nettle()}], weed="text")])  # type: ignore[dict-item]

    assert [*tmp_path.iterdir()] == []


def test_a_table_and_its_inner_rows_keep_their_keys_over_appends(make: Make) -> None:
    for size in ("S", "L"):
        outer = table([{"_row": 1, "tool": "Rake"}], _row="integer", tool="text")
        inner = table([{"_row": 1, "_parent_row": 1, "size": size}], "records_sizes", "records",
                      _row="integer", _parent_row="integer", size="text")  # fmt: skip
        make().write([outer, inner], if_exists="append")

    assert [row["_row"] for row in said(make().read("records"))] == ["1", "2"]
    assert said(make().read("records_sizes")) == [
        {"_row": "1", "_parent_row": "1", "size": "S"},
        {"_row": "2", "_parent_row": "2", "size": "L"},
    ]


@pytest.mark.parametrize(
    "name",
    [
        'a"; DROP TABLE records; --',
        "Price",
        "select",
        "ä é 中",
        "1st",
        "100%",
        "a'b",
        "=1+1",
        "<b>x</b>",
        "a|b",
    ],
)
def test_hostile_names_are_only_names(make: Make, name: str) -> None:
    kinds: dict[str, Kind] = {name: "text", "b": "text"}

    make().write([table([{name: "x", "b": "y"}], **kinds)])
    make().write([table([{name: "z", "b": "y"}], **kinds)], if_exists="append")

    found = make().read("records")
    assert found is not None
    assert [[row[n] for n in found.names] for row in found.rows] == [["x", "y"], ["z", "y"]]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "#N/A", "'; DROP TABLE records", "a\tb", "\\N", "\\.", "NULL", "a\u2028b", "<script>&amp;", "007",
     "http://x.example/?a=1&b=2", "`code` *bold* _it_ [x](y)", "%s %(a)s", "😀"],
)  # fmt: skip
def test_hostile_texts_are_only_texts(make: Make, text: str) -> None:
    flat = table([{"a": text, "b": "x"}], a="text", b="text")

    make().write([flat])

    assert said(make().read("records")) == said(flat)


@pytest.mark.parametrize("text", ["a\x00b", "\x1b[31ma\x07b", "a\ud800b", "a\ufffeb", "a\x0bb\x0c"])
def test_characters_that_cannot_be_stored_are_replaced(make: Make, text: str) -> None:
    kinds: dict[str, Kind] = {text: "text", "b": "rows"}
    rows: list[TypedRow] = [{text: text, "b": [{text: text}]}, {text: "hay", "b": None}]

    make().write([table(rows, **kinds)])
    make().write([table(rows, **kinds)], if_exists="append")

    found = make().read("records")
    assert found is not None
    name = found.names[0]
    assert [row[name] for row in found.rows] == [storable(text), "hay"] * 2
    assert len(found.names) == 2


def test_a_table_that_is_too_wide_is_refused_or_whole(make: Make, tmp_path: Path) -> None:
    kinds: dict[str, Kind] = {f"c{number}": "text" for number in range(2_500)}
    flat = table([dict.fromkeys(kinds, "hay")], **kinds)

    try:
        make().write([flat])
    except WindrowError:
        assert make().read("records") is None
        assert [*tmp_path.iterdir()] == []
    else:
        assert said(make().read("records")) == said(flat)


def test_names_that_differ_only_in_case_are_two_columns(make: Make) -> None:
    make().write([table([{"Price": "a", "price": "b"}], Price="text", price="text")])

    found = make().read("records")
    assert found is not None
    assert [[row[n] for n in found.names] for row in found.rows] == [["a", "b"]]


def test_one_column_with_empty_cells_keeps_its_rows(make: Make) -> None:
    flat = table([{"a": "x"}, {"a": None}, {"a": "y"}], a="text")

    make().write([flat])

    assert said(make().read("records")) == said(flat)


def test_a_table_without_rows_is_a_table(make: Make) -> None:
    make().write([table([], a="text", b="integer")])

    found = make().read("records")
    assert found is not None
    assert found.rows == ()


def test_a_table_without_columns_adds_nothing(make: Make, tmp_path: Path) -> None:
    nothing: list[list[TypedRow]] = [[], [{}, {}]]
    for rows in nothing:
        make().write([table(rows)])
        make().write([table(rows)], if_exists="append")

    assert [*tmp_path.iterdir()] == []
    assert make().read("records") is None

    make().write([table([]), TOOLS, table([{}], "records_2")])
    for if_exists in ("append", "replace"):
        make().write([table([{}])], if_exists=if_exists)

    assert said(make().read("records")) == said(TOOLS)


def test_two_writers_at_once_lose_no_row_and_double_none(
    make: Make, kind: str, target: str, tmp_path: Path
) -> None:
    writes = [[f"{writer}{number}" for number in range(4)] for writer in ("rake", "hoe")]

    taken = at_once(kind, target, writes, "append")

    expected = sorted(f"{word} {n}" for word in taken for n in (1, 2, 3))
    outer, inner = said(make().read("records")), said(make().read("records_sizes"))
    assert taken
    assert sorted(row["tool"] or "" for row in outer) == expected
    assert sorted(row["size"] or "" for row in inner) == expected
    assert len({row["_row"] for row in outer}) == len(outer)
    # Every inner row still belongs to the row it came with.
    owners = {row["_row"]: row["tool"] for row in outer}
    assert all(owners[row["_parent_row"]] == row["size"] for row in inner)
    assert not [*tmp_path.glob(".*")]


def test_of_two_first_writers_one_is_refused(make: Make, kind: str, target: str) -> None:
    [taken] = at_once(kind, target, [["rake"], ["hoe"], ["fork"]], "fail")

    assert said(make().read("records")) == said(tables(taken)[0])


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).map(
    str.strip
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(
        st.tuples(
            texts,
            st.integers(-(2**53), 2**53),
            st.integers(-(10**12), 10**12).map(lambda cents: cents / 100),
        )
    )
)
def test_any_rows_come_back(make: Make, rows: list[tuple[str, int, float]]) -> None:
    lines: list[TypedRow] = [{"a": a or None, "b": b, "c": c} for a, b, c in rows]
    flat = table(lines, a="text", b="integer", c="number")

    make().write([replace(flat)], if_exists="replace")

    found = make().read("records")
    assert found is not None
    assert [row["a"] for row in found.rows] == [line["a"] for line in lines]
    assert [int(str(row["b"])) for row in found.rows] == [line["b"] for line in lines]
    assert [float(str(row["c"])) for row in found.rows] == [line["c"] for line in lines]


def test_postgresql_can_reckon_with_what_it_got(server: str, schema: str) -> None:
    import psycopg

    target = f"{server}&options=-csearch_path%3D{schema}"
    SINKS["postgresql:"](target, "records").write([TOOLS])

    with psycopg.connect(target) as connection:
        found = connection.execute(
            "SELECT price * 2, since + 1, opens + interval '1 hour', sizes -> 0 ->> 'size'"
            " FROM records WHERE new AND seen > '2024-01-01'"
        ).fetchall()

    assert found == [(97.0, date(2024, 5, 2), time(9, 15), "S")]
