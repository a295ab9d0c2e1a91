"""Kushmerick's classes of wrappers, on the country codes that his papers explain them with."""

from collections.abc import Sequence

import pytest

from windrow.detect.wien import HLRT, HOCLRT, LR, NHLRT, NLR, OCLR
from windrow.detect.wien.labelled import LabelledText, label_pages
from windrow.detect.wien.template import Delimiters
from windrow.errors import NothingLearned, NotRepaired
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened

CODES = [("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34")]
ROWS = "".join(f"<B>{country}</B> <I>{code}</I><BR>" for country, code in CODES)
PLAIN = f"<HTML><TITLE>Some Country Codes</TITLE><BODY>{ROWS}</BODY></HTML>"
# The page of the papers: bold text before the list and behind it.
FRAMED = (
    "<HTML><TITLE>Some Country Codes</TITLE><BODY><B>Some Country Codes</B><P>"
    f"{ROWS}<HR><B>End</B></BODY></HTML>"
)
OTHER = FRAMED.replace(ROWS, "<B>Norway</B> <I>47</I><BR><B>Peru</B> <I>51</I><BR>")
OTHERS = [("Norway", "47"), ("Peru", "51")]


def labelled(
    text: str, rows: Sequence[tuple[str, ...]], *, nested: bool = False
) -> list[LabelledText]:
    found = label_pages([text], rows, nested=nested)
    assert found is not None
    return found


def test_the_hlrt_wrapper_of_the_paper_reads_its_page() -> None:
    wrapper = Delimiters(("<B>", "<I>"), ("</B>", "</I>"), head="<P>", tail="<HR>")

    assert wrapper.read(FRAMED) == CODES
    assert wrapper.read(OTHER) == OTHERS


def test_the_lr_wrapper_takes_the_bold_title_for_a_country() -> None:
    wrapper = Delimiters(("<B>", "<I>"), ("</B>", "</I>"))

    assert wrapper.read(PLAIN) == CODES
    assert wrapper.read(FRAMED)[0] == ("Some Country Codes", "242")


def test_lr_learns_the_plain_page_and_not_the_framed_one() -> None:
    assert LR().learn_labelled(labelled(FRAMED, CODES)) is None
    wrapper = LR().learn_labelled(labelled(PLAIN, CODES))

    assert wrapper is not None
    assert wrapper.read(PLAIN) == CODES
    assert wrapper.rights == ("<", "<")


@pytest.mark.parametrize("new", [HLRT, HOCLRT])
def test_a_head_and_a_tail_keep_the_bold_text_around_the_list_out(new: type[LR]) -> None:
    wrapper = new().learn_labelled(labelled(FRAMED, CODES))

    assert wrapper is not None
    assert wrapper.head
    assert wrapper.tail
    assert wrapper.read(OTHER) == OTHERS


@pytest.mark.parametrize("new", [OCLR, HOCLRT])
def test_an_opening_tells_records_from_other_bold_text(new: type[LR]) -> None:
    text = FRAMED.replace("<B>", "<LI><B>").replace("<LI><B>Some", "<B>Some")
    text = text.replace("<LI><B>End", "<B>End")

    wrapper = new().learn_labelled(labelled(text, CODES))

    assert wrapper is not None
    assert wrapper.read(text) == CODES
    assert wrapper.opening


@pytest.mark.parametrize("new", [HLRT, OCLR, HOCLRT, NLR, NHLRT])
def test_the_richer_classes_read_plain_pages_too(new: type[LR]) -> None:
    text = PLAIN.replace("<BODY>", "<BODY><P>").replace("</BODY>", "<HR></BODY>")

    wrapper = new().learn_labelled(labelled(text, CODES))

    assert wrapper is not None
    assert wrapper.read(text) == CODES


@pytest.mark.parametrize("new", [NLR, NHLRT])
def test_the_nested_classes_repeat_the_outer_attribute(new: type[LR]) -> None:
    text = "<P><H2>Africa</H2><B>Congo</B><B>Egypt</B><H2>Europe</H2><B>Spain</B><HR></P>"
    rows = [("Africa", "Congo"), ("Africa", "Egypt"), ("Europe", "Spain")]
    pages = labelled(text, [*rows], nested=True)
    assert pages[0].values == rows

    wrapper = new().learn_labelled(pages)

    assert wrapper is not None
    assert wrapper.read(text.replace("Spain", "Malta")) == [*rows[:2], ("Europe", "Malta")]


def test_rows_go_on_from_page_to_page() -> None:
    pages = label_pages([FRAMED, OTHER], [*CODES, *OTHERS], nested=False)

    assert pages is not None
    assert [page.values for page in pages] == [CODES, OTHERS]
    assert label_pages([FRAMED], [*CODES, ("Norway", "47")], nested=False) is None


def examples(rows: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"country": country, "code": code} for country, code in rows]


def test_a_wrapper_is_learned_from_examples_kept_and_applied() -> None:
    wrapper = learn([Page.from_text(FRAMED)], detector="hlrt", examples=examples(CODES))

    again = loads(dumps(wrapper).encode())
    [table] = again.apply(Page.from_text(OTHER))

    assert [*table.rows] == examples(OTHERS)
    assert [(column.name, column.type) for column in table.columns] == [
        ("country", "text"),
        ("code", "integer"),
    ]
    assert table.nodes[0][0].endswith("/p[1]/b[1]")
    assert any("<P>" in line or "<HR>" in line for line in again.template.describe(again.columns))


def test_columns_may_be_given_in_any_order() -> None:
    turned = [{"code": code, "country": country} for country, code in CODES]

    wrapper = learn([Page.from_text(PLAIN)], detector="lr", examples=turned)

    assert wrapper.apply(Page.from_text(PLAIN))[0].rows[1] == {"code": "20", "country": "Egypt"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "lr learns from examples"),
        (examples(CODES[:2]), "reads just the rows of the examples"),
        (examples([("Narnia", "1")]), "one behind the other"),
        ([{"country": "Congo", "code": "242"}, {"country": "Egypt"}], "row 2 .* has no code"),
    ],
    ids=["none", "some", "other", "lacking"],
)
def test_what_is_not_enough_is_refused_with_the_reason(
    rows: list[dict[str, str]], said: str
) -> None:
    with pytest.raises(NothingLearned, match=said):
        learn([Page.from_text(PLAIN)], detector="lr", examples=rows)


def test_a_wrapper_cannot_be_repaired_without_examples() -> None:
    wrapper = learn([Page.from_text(PLAIN)], detector="lr", examples=examples(CODES))
    changed = Opened(Page.from_text("<ul><li>Congo: 242<li>Egypt: 20</ul>"))

    with pytest.raises(NotRepaired, match="examples"):
        wrapper.template.match(wrapper, [changed])
