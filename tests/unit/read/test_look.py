"""When a browser is asked, and how long it may take."""

import pickle

from windrow.read.look import Look


def test_scrolling_and_clicking_ask_for_a_browser() -> None:
    assert Look.limited("auto", 60).mode == "auto"
    assert Look.limited("auto", 60, scroll=2).mode == "always"
    assert Look.limited("auto", 60, close_banners=True).mode == "always"
    assert Look.limited("never", 60, scroll=2).mode == "never"


def test_a_browser_gets_most_of_the_time_of_a_page() -> None:
    look = Look.limited("always", 60)

    assert look.timeout == 60
    assert 30 < look.settings.seconds < 60


def test_a_look_travels_to_workers() -> None:
    look = Look.limited("always", 60, scroll=2)

    assert pickle.loads(pickle.dumps(look)) == look
