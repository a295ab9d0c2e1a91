"""Tables with several records in a row, and the same names above each."""

import windrow

PEOPLE = [("Abbot", 2211), ("Brown", 3412), ("Clark", 9981), ("Drew", 1200), ("Evans", 4545),
          ("Frost", 7171), ("Green", 6262), ("Hughes", 8383)]  # fmt: skip


def table(names: str, people: list[tuple[str, int]], in_row: int = 2) -> windrow.Table:
    rows = "".join(
        "<tr>" + "".join(f"<td>{name}<td>{phone}" for name, phone in people[k : k + in_row])
        + "<td><td>" * (in_row - len(people[k : k + in_row]))
        for k in range(0, len(people), in_row)
    )  # fmt: skip
    html = f"<h1>Phones</h1><table><tr>{names}{rows}</table><p>Press nine first.</p>"
    return windrow.extract(html.encode())[0]


def test_names_that_begin_again_begin_another_record() -> None:
    found = table("<th>Name<th>Phone<th>Name<th>Phone", PEOPLE[:7])

    assert [(row["name"], row["phone"]) for row in found.rows] == [
        (name, str(phone)) for name, phone in PEOPLE[:7]
    ]


def test_names_that_differ_are_columns_of_one_record() -> None:
    found = table("<th>Name<th>Phone<th>Deputy<th>Phone", PEOPLE)

    assert len(found.rows) == 4
