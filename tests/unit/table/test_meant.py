"""What names mean in English: words of other languages, and English ones, which mean themselves."""

from __future__ import annotations

from itertools import count

import pytest

import windrow
from tests.yardstick import assert_grows, took
from windrow.table import meant as module
from windrow.table.forms import forms_of
from windrow.table.likeness import words_of
from windrow.table.meant import meant
from windrow.wordlists import word_lists

# Headers of tables in English, and their rows.
HEADS = {
    "Plot | Area | Price": "A12 | 450 m² | $12,000; B07 | 820 m² | $19,500; C33 | 300 m² | $8,200",
    "Item | Supplier | Winner | Price": "Pumps | Acme Ltd | Borg Ltd | $100;"
    "Pipes | Cork Inc | Dale Inc | $250; Valves | East Ltd | Fink Co | $90",
    "Artist | Art | Medium": "Ann Lee | Blue Lake | Oil; Bob Ray | Red Hill | Ink; Cy Fox | Barn | Chalk",
    "From | Via | Platform": "Leeds | York | 4; Derby | Crewe | 2; Bath | Swindon | 7",
    "Player | Team | Hat": "Ann Lee | Reds | Blue; Bob Ray | Blues | Green; Cy Fox | Reds | Black",
    "Plan | Layout | Price": "Basic | Grid | $5; Plus | List | $9; Max | Cards | $19",
    "Job | Contract | Salary": "Baker | Permanent | $30,000; Driver | Temporary | $28,000;"
    "Nurse | Permanent | $41,000",
    "Case | Outcome | Judge": "Roe v Wade | Affirmed | Ann Lee; Doe v Ohio | Reversed | Bob Ray;"
    "Poe v Utah | Affirmed | Cy Fox",
    "Position | Closing | Salary": "Clerk | 2024-03-04 | $30,000; Guard | 2024-05-06 | $25,000;"
    "Cook | 2024-07-09 | $27,000",
    "Team | Won | Lost | Points": "Reds | 7 | 3 | 21; Blues | 5 | 5 | 15; Greens | 2 | 7 | 6",
    "Matter | Client | Lawyer": "Smith estate | Smith | Ann Lee; Dale merger | Dale Inc | Bob Ray;"
    "Fink lease | Fink Co | Cy Fox",
    "Road | Wet | Dry": "A1 | 42 | 61; A2 | 38 | 55; B6 | 40 | 58",
    "Dataset | Data size | Data source | Updated": "Rain | 12 MB | Met Office | 2024-03-04;"
    "Wind | 88 MB | NOAA | 2024-05-06; Snow | 3 MB | Swiss Alps | 2024-07-09",
    "Caption | Photographer | Date": "Sheep on a hill | Ann Lee | 2021-03-04;"
    "A red barn | Bob Ray | 2022-05-06; Fog at dawn | Cy Fox | 2023-07-08",
    "Tender | Buyer | Contractor": "Bridge | Leeds Council | Acme Ltd;"
    "School | York Council | Borg Ltd; Clinic | Derby Council | Cork Inc",
    "Event | Host | Venue | Tickets": "Fair | Ann Lee | Town Hall | $5;"
    "Gig | Bob Ray | The Barn | $12; Talk | Cy Fox | Library | $3",
    "Product | Brand | Surface": "Desk | Ikea | Oak; Table | Hay | Steel; Shelf | Muji | Pine",
    "Ship | Cargo | Position | Speed": "Anna | Grain | North Sea | 12 kn;"
    "Bella | Coal | Baltic | 14 kn; Clara | Cars | Biscay | 9 kn",
    "Fund | Manager | Yield | Fee": "Alpha | Ann Lee | 4.2% | 0.5%;"
    "Beta | Bob Ray | 3.1% | 0.8%; Gamma | Cy Fox | 5.0% | 1.1%",
    "Camera | Lens | Editor": "X100 | 23 mm | Capture; Q2 | 28 mm | Lightroom; GR3 | 18 mm | Darktable",
}


def table(heads: str, rows: str) -> bytes:
    """A table with a header; cells are apart by "|", rows by ";"."""
    head = "".join(f"<th>{cell.strip()}</th>" for cell in heads.split("|"))
    lines = (
        "".join(f"<td>{cell.strip()}</td>" for cell in row.split("|")) for row in rows.split(";")
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>".encode()


def firsts(html: bytes, fields: list[str]) -> list[str]:
    """The first value of each field; "" if it is not found."""
    table = windrow.extract(html)[0].choose(fields=",".join(fields))
    return [str(table.rows[0][one.field] or "") for one in table.fits]


@pytest.mark.parametrize("heads", HEADS)
def test_fields_called_like_headers_are_their_columns(heads: str) -> None:
    html = table(heads, HEADS[heads])
    names = [name.strip() for name in heads.split("|")]
    values = [cell.strip() for cell in HEADS[heads].split(";")[0].split("|")]
    assert firsts(html, names) == values
    assert [firsts(html, [name]) for name in names] == [[value] for value in values]


def test_the_very_words_of_a_field_come_before_those_that_mean_the_same() -> None:
    rows = "Ann Lee | Ana; Bob Ray | Beto; Cy Fox | Caro"
    assert firsts(table("Name | Nombre", rows), ["nombre"]) == ["Ana"]
    assert firsts(table("Nombre | Name", rows), ["nombre"]) == ["Ann Lee"]
    assert firsts(table("Nombre | Name", rows), ["name"]) == ["Ana"]


@pytest.mark.parametrize(
    "words",
    [
        "plot area supplier winner caption art via hat plan contract outcome closing won lost matter",
        "wet surface camera editorial cargo piano opinion release ticket host yield lead eta piece",
        "bandwidth composition conversion generating explicit acceptable proportion subversion",
    ],
)
def test_english_words_mean_themselves(words: str) -> None:
    assert [meant(word) for word in words.split()] == [(word,) for word in words.split()]


def test_no_list_translates_an_english_word() -> None:
    lists = word_lists(module.__file__)
    own = {*lists.pop("itself")}
    translated = {other for others in lists.values() for other in others}
    assert not own & translated
    plain = (other for other in translated if other.isascii())
    assert not own & {"_".join(words_of(other)) for other in plain}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("data", ("date",)), ("data di nascita", ("birthday",)),
        ("data publicação", ("publicação", "date")), ("data size", ("data", "size")),
        ("data source", ("data", "source")), ("sensor data", ("sensor", "data")),
        ("date range", ("date", "range")), ("date published", ("published", "date")),
        ("pays", ("country",)), ("résumé", ("description",)), ("resume", ("resume",)),
    ],
)  # fmt: skip
def test_a_word_of_two_languages_means_what_is_beside_it(name: str, words: tuple[str, ...]) -> None:
    assert meant(name) == words


@pytest.mark.parametrize("sign", ["1", "1 ", "1."])
def test_values_of_many_digits_take_time_by_their_number(sign: str) -> None:
    numbers = count()

    def read(length: int) -> float:
        # Forms are remembered: every value is a new one.
        values = [f"{next(numbers):06}{sign * length}"[:length] for _ in range(100)]
        return took(lambda: [forms_of([value]) for value in values])

    # Four times the length; in its square it would be sixteen times as long.
    assert_grows(lambda: read(20), lambda: read(80), 10)


def test_units_are_found_behind_numbers_of_all_kinds() -> None:
    assert "length" in forms_of(["142 000 km", "37.500,5 km", ".5 km", "10 - 12 km"])
