"""One right value of a cell gives the column in all records."""

import pytest

from windrow.errors import WindrowError
from windrow.model import Column, Table
from windrow.wrap.corrections import Corrections
from windrow.wrap.pointed import corrections_for

TOOLS = Table(
    tuple(Column(name, "text") for name in ("title", "price", "note")),
    (
        {"title": "Rake", "price": "$60", "note": "made by Ann Reed in 1990"},
        {"title": "Scythe", "price": "$85", "note": "made by Bo Strand in 1991"},
        {"title": "Dibber", "price": "$14", "note": "made by Cy Hill in 1992"},
    ),
)


def pointed(column: str, value: str) -> str:
    changes = corrections_for(TOOLS, 0, column, value)
    return str(Corrections(changes).table(TOOLS))


def test_a_part_of_a_text_becomes_a_column_of_its_own() -> None:
    assert pointed("maker", "Ann Reed").splitlines() == [
        "title  | price | note                      | maker",
        "Rake   | $60   | made by Ann Reed in 1990  | Ann Reed",
        "Scythe | $85   | made by Bo Strand in 1991 | Bo Strand",
        "Dibber | $14   | made by Cy Hill in 1992   | Cy Hill",
    ]


def test_a_part_takes_the_place_of_the_whole() -> None:
    assert pointed("note", "Ann Reed").splitlines()[1:] == [
        "Rake   | $60   | Ann Reed",
        "Scythe | $85   | Bo Strand",
        "Dibber | $14   | Cy Hill",
    ]


def test_the_values_of_another_column_take_the_name() -> None:
    assert pointed("note", "$60").splitlines() == [
        "title  | note",
        "Rake   | $60",
        "Scythe | $85",
        "Dibber | $14",
    ]


def test_two_columns_are_joined() -> None:
    assert "Rake $60" in pointed("both", "Rake $60")


@pytest.mark.parametrize("value", ["Zinc", "Ree"])
def test_what_no_record_says_is_refused(value: str) -> None:
    with pytest.raises(WindrowError, match="nothing in record 1 says"):
        corrections_for(TOOLS, 0, "maker", value)
    with pytest.raises(WindrowError, match="no row 9"):
        corrections_for(TOOLS, 8, "maker", value)
