"""Echoes: a column that repeats another shows whose values it has."""

from tests.unit.wrap.test_verify import OTHER_PEOPLE, PEOPLE, people
from windrow.wrap.columns.echo import Echo, learn_echoes
from windrow.wrap.columns.exchange import broken_echoes
from windrow.wrap.learn import learn
from windrow.wrap.list.pages import ListPages
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

ROWS = [
    {
        "name": name,
        "link": f"/in/{name.lower().replace(' ', '-')}",
        "friend": friend,
        "site": "Farm",
    }
    for name, _, friend in OTHER_PEOPLE
]
SWAPPED = [{**row, "name": row["friend"], "friend": row["name"]} for row in ROWS]


def echoes_of(wrapper: Wrapper) -> tuple[Echo, ...]:
    assert isinstance(wrapper.template, ListPages)
    return wrapper.template.template.echoes


def test_a_name_that_comes_back_in_its_link_is_an_echo() -> None:
    assert learn_echoes(["name", "link", "friend"], ROWS) == (Echo("name", "link", 1.0, 8),)


def test_what_all_records_say_is_no_echo() -> None:
    rows = [{**row, "title": "Farm news"} for row in ROWS]

    assert not learn_echoes(["site", "title"], rows)


def test_an_echo_that_another_column_has_now_is_broken() -> None:
    echoes = learn_echoes(["name", "link", "friend"], ROWS)

    assert broken_echoes(echoes, ROWS) == []
    assert broken_echoes(echoes, SWAPPED) == [("name", "link", "friend")]


def test_an_echo_that_nothing_has_now_may_just_have_ended() -> None:
    echoes = learn_echoes(["name", "link", "friend"], ROWS)
    numbered = [{**row, "link": f"/in/{k}"} for k, row in enumerate(ROWS)]

    assert broken_echoes(echoes, numbered) == []


def test_echoes_are_written_with_the_wrapper() -> None:
    wrapper = learn([people(PEOPLE)], kind="list")

    assert echoes_of(wrapper)
    assert echoes_of(loads(dumps(wrapper).encode())) == echoes_of(wrapper)


def test_the_records_of_a_page_never_seen_keep_the_echoes() -> None:
    wrapper = learn([people(PEOPLE)], kind="list")

    rows = wrapper.read(Opened(people(OTHER_PEOPLE))).rows

    assert broken_echoes(echoes_of(wrapper), rows) == []
