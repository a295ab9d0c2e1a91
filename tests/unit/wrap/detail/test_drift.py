"""Detail pages say one thing in each column: what several columns and pages say shows the drift."""

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

JOBS = [
    ("Baker of rye bread", "Millstone Ltd.", "1,250 kg", "12 May 2024"),
    ("Second gardener", "Green & Sons", "730 kg", "3 June 2024"),
    ("Night watchman", "Harbour Board", "2,050 kg", "28 July 2024"),
    ("Painter of signs", "Brushwork Inc.", "95 kg", "9 August 2024"),
]


def job(number: int, order: str = "0123", without: str = "") -> Page:
    """Return a page; *order* says which value is in which place, *without* which place is empty."""
    title, maker, weight, day = (JOBS[number][int(k)] for k in order)
    facts = {"Maker": maker, "Weight": weight, "Day": day}
    lines = "".join(
        f"<tr><th>{label}</th>{'' if label == without else f'<td>{value}</td>'}</tr>"
        for label, value in facts.items()
    )
    name, company, *_ = JOBS[number]
    return Page.from_text(
        f"<title>{name} at {company}</title><h1>{title}</h1><table>{lines}</table><p>The end</p>"
    )


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([job(0), job(1)], kind="detail")


def test_other_pages_are_healthy(wrapper: Wrapper) -> None:
    assert verify(wrapper, [job(2)]).healthy
    assert verify(wrapper, [job(2), job(3)]).healthy


def test_two_values_that_are_each_written_as_the_other_column_was_are_drift(
    wrapper: Wrapper,
) -> None:
    report = verify(wrapper, [job(2, "0132")])

    assert {*report.reasons} == {
        "weight: values look like those of day",
        "day: values look like those of weight",
    }


def test_a_title_that_begins_with_another_column_is_drift(wrapper: Wrapper) -> None:
    report = verify(wrapper, [job(2, "1023")])

    assert any(reason.endswith("values look like those of maker") for reason in report.reasons)


def test_values_that_a_third_column_has_as_well_prove_nothing() -> None:
    pages = [
        Page.from_text(
            "<h1>No. {}</h1><table>{}</table>".format(
                number,
                "".join(f"<tr><th>{k}</th><td>{value}</td></tr>" for k, value in facts.items()),
            )
        )
        for number, facts in enumerate(
            [
                {"Radio": "N/A", "Roof": "Std.", "Alarm": "N/A", "Seats": "Std."},
                {"Radio": "Opt.", "Roof": "Std.", "Alarm": "N/A", "Seats": "Opt."},
                {"Radio": "Std.", "Roof": "N/A", "Alarm": "Std.", "Seats": "N/A"},
            ]
        )
    ]

    assert verify(learn(pages[:2], kind="detail"), pages[2:]).healthy


def test_a_place_that_is_empty_on_several_pages_is_drift(wrapper: Wrapper) -> None:
    report = verify(wrapper, [job(2, without="Weight"), job(3, without="Weight")])

    assert report.reasons == (
        "weight: its place is empty on 2 of 2 pages: 'Weight' is followed by 'Day'",
    )
    assert not next(column for column in report.columns if column.name == "weight").healthy


def test_a_place_that_is_empty_on_one_page_is_not_drift(wrapper: Wrapper) -> None:
    assert verify(wrapper, [job(2, without="Weight")]).healthy
    assert verify(wrapper, [job(2, without="Weight"), job(3)]).healthy
