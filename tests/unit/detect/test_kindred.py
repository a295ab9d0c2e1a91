"""Siblings that lead to pages of one kind are records of one list, however they are marked up."""

from windrow import extract
from windrow.model import Table

WORDS = "Hay Rye Oats Barley Wheat Millet Spelt Maize Sorghum Teff".split()


def first_of(page: str) -> Table:
    return extract(f"<body><h1>News</h1>{page}</body>".encode())[0]


def story(k: int) -> str:
    return (
        f"<div class=s><h3><a href=/news/{k}>{WORDS[k]} is early</a></h3>"
        f"<time>{k + 1} May 2021</time></div>"
    )


def test_a_first_story_with_a_picture_and_a_long_text_is_a_record() -> None:
    lead = (
        "<div class=lead><img src=big.jpg><h2><a href=/news/0>Hay is early</a></h2>"
        f"<p>{'The farmers of the valley began to mow two weeks before the usual day. ' * 3}</p>"
        "<time>1 May 2021</time></div>"
    )

    found = first_of(lead + "".join(map(story, range(1, 10))))

    assert len(found) == 10
    assert {"Hay is early", "1 May 2021"} <= {*found.rows[0].values()}


def test_a_first_story_in_a_box_of_its_own_is_a_record() -> None:
    lead = (
        "<section><a href=/nouvelles/0><img src=big.jpg><h2>Le foin</h2></a>"
        "<p>On fauche depuis deux semaines dans la vallée.</p></section>"
    )
    rest = "".join(
        f"<div><a href=/nouvelles/{k}><h3>{WORDS[k]} et le foin</h3></a><p>On sème le {k} mai.</p></div>"
        for k in range(1, 9)
    )

    found = first_of(f"{lead}<section>{rest}</section>")

    assert len(found) == 9
    assert "Le foin" in found.rows[0].values()


def test_videos_among_texts_are_records() -> None:
    video = (
        "<article class=v><a href=/news/{k}><img src={k}.jpg></a>"
        "<h4><a href=/news/{k}>{word} on film</a></h4><span>{day} May 2021</span></article>"
    )
    parts = [
        video.format(k=k, word=WORDS[k], day=k + 1) if k % 3 == 0 else story(k) for k in range(10)
    ]

    assert len(first_of("".join(parts))) == 10


def test_a_part_before_the_list_that_leads_to_several_stories_is_not_a_record() -> None:
    slider = "<div>" + "".join(
        f"<a href=/news/{k + 20}><h3>{word} of the year</h3></a>" for k, word in enumerate(WORDS)
    )

    found = first_of(f"{slider}</div><div>{''.join(map(story, range(10)))}</div>")

    assert len(found) == 10
    assert "Hay is early" in found.rows[0].values()


def test_a_way_to_all_news_below_a_heading_is_not_a_record() -> None:
    top = "<div><h2>All we know</h2><p>Read on.</p><a href=/news>News</a></div>"

    assert len(first_of(f"{top}<div>{''.join(map(story, range(6)))}</div>")) == 6


def test_a_form_among_the_stories_does_not_keep_a_first_story_out() -> None:
    lead = (
        '<div class="lead"><h2><a href=/news/0>Hay is early</a></h2><time>1 May 2021</time></div>'
    )
    form = "<div class=letter><h4>Our letter</h4><p>Every Friday.</p><input></div>"
    stories = [*map(story, range(1, 10))]

    found = first_of("".join([lead, *stories[:5], form, *stories[5:]]))

    assert len(found) == 10
