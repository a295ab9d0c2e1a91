"""How wide the columns of workbooks are, and what their cells show."""

from importlib import import_module
from pathlib import Path
from typing import Any

from windrow.model import Column, Table, Value
from windrow.sink import write


def test_a_narrow_column_of_a_workbook_is_narrow(tmp_path: Path) -> None:
    openpyxl: Any = import_module("openpyxl")
    target = str(tmp_path / "shop.xlsx")
    ranks = Table((Column("no", "integer"), Column("tool", "text")), ({"no": "1", "tool": "Rake"},))

    for if_exists in ("fail", "append"):
        write([("p", [ranks])], target, if_exists=if_exists)

    widths = openpyxl.load_workbook(target)["records"].column_dimensions
    assert [widths[letter].width for letter in "AB"] == [6, 6]


def test_columns_of_a_workbook_are_as_wide_as_what_is_shown(tmp_path: Path) -> None:
    openpyxl: Any = import_module("openpyxl")
    target = str(tmp_path / "shop.xlsx")
    columns = Column("tool", "text"), Column("price", "price"), Column("share", "percent")
    row: dict[str, Value] = {"tool": "干し草用の木製の熊手", "price": "€8,100,000", "share": "5%"}

    write([("p", [Table(columns, (row,))])], target)

    sheet = openpyxl.load_workbook(target)["records"]
    assert sheet.column_dimensions["A"].width >= 20
    assert sheet.column_dimensions["B"].width > len("8,100,000.00")
    assert sheet["D2"].number_format == 'General"%"'
