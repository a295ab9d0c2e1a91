"""What speaks for and against a name: a name that would mislead too often is not given."""

from tests.unit.table.test_names import THREE, names
from windrow import extract
from windrow.table.chances import AGAINST, FOR, LEAST, SOURCES, WEIGHTS, chance


def test_a_class_word_that_nobody_knows_names_nothing() -> None:
    record = "<h3>{0}</h3><p class=shrink>{1} x</p>"

    assert names(record, *THREE) == ["title", "text"]


def test_an_unknown_class_word_that_public_vocabularies_have_is_a_name() -> None:
    record = "<h3>{0}</h3><p class=sponsor>{1} x</p>"

    assert names(record, *THREE) == ["title", "sponsor"]


def test_the_name_of_a_form_control_is_not_the_name_of_the_column() -> None:
    record = "<h3>{0}</h3><p name=chkoption>{1} x</p>"

    assert names(record, *THREE) == ["title", "text"]


def test_a_label_that_speaks_of_days_names_them_in_its_own_words() -> None:
    record = "<h3>{0}</h3><p><b>Release date:</b> <i>May {1}, 2019</i></p>"
    rows = (("Ant", "8"), ("Bee", "9"), ("Cat", "10"))

    assert names(record, *rows) == ["title", "release_date"]


def test_a_text_beside_the_main_one_does_not_share_its_header() -> None:
    rows = "".join(
        f"<tr><td><a href=/{k}>Opinion {k} of the court</a><br>{how}</td><td>{k}</td></tr>"
        for k, how in enumerate(("in part", "not at all", "as amended", "in full"))
    )
    [table] = extract(f"<table><tr><th>Opinion<th>Pages</tr>{rows}</table>".encode())

    assert [column.name for column in table.columns] == ["opinion", "text", "opinion_link", "pages"]


def test_two_sources_that_agree_beat_one_that_does_not() -> None:
    assert chance(("class", "agreed")) > chance(("class",)) > chance(("class", "contested"))


def test_weights_have_the_sign_that_they_were_given_before_fitting() -> None:
    assert {*WEIGHTS} == {*SOURCES, *FOR, *AGAINST}
    assert all(WEIGHTS[sign] >= 0 for sign in FOR)
    assert all(WEIGHTS[sign] <= 0 for sign in AGAINST)
    assert 0.5 < LEAST < 1


def test_what_readers_see_is_trusted_more_than_what_programs_do() -> None:
    seen = min(chance((source,)) for source in ("header", "label"))

    assert seen >= chance(("attribute",)) > LEAST > chance(("word",)) > chance(("code",))
