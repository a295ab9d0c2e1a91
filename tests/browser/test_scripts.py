"""Pages that scripts make: waiting, scrolling, clicking."""

import pytest

from tests.browser.conftest import Show
from tests.browser.site import Site
from windrow import extract

pytestmark = pytest.mark.slow


def titles(page: object) -> list[object]:
    tables = extract(page)  # type: ignore[call-overload]
    return [row["title"] for row in tables[0].rows] if tables else []


def bales(count: int) -> list[str]:
    return [f"Bale number {k}" for k in range(1, count + 1)]


def test_a_list_that_a_script_fetches_is_there(shown: Show, site: Site) -> None:
    page = shown("/scripted", patience=5)

    assert titles(page) == bales(8)
    assert "/bales.json" in site.asked


def test_a_lazy_list_is_as_long_as_it_is_scrolled(shown: Show) -> None:
    assert titles(shown("/lazy")) == bales(10)
    assert titles(shown("/lazy", scroll=40)) == bales(45)


def test_an_endless_list_ends_with_the_number_of_turns(shown: Show) -> None:
    found = titles(shown("/endless", scroll=2))

    # A turn brings ten, or twenty where the new end is in view at once.
    assert found == bales(len(found))
    assert 30 <= len(found) <= 60


def test_dialogs_are_answered_and_other_windows_closed(shown: Show) -> None:
    page = shown("/dialogs")

    assert titles(page) == bales(8)
    assert b"<title>answered" in page.content


def test_a_cookie_banner_is_left_alone_unless_it_is_to_go(shown: Show) -> None:
    assert b"Reject all" in shown("/banner").content


def test_a_cookie_banner_is_refused_rather_than_accepted(shown: Show) -> None:
    page = shown("/banner", close_banners=True)

    assert b'id="choice">refused' in page.content
    assert b"Reject all" not in page.content


def test_a_cookie_banner_in_a_frame_of_the_same_site_is_refused(shown: Show) -> None:
    page = shown("/framed-banner", close_banners=True)

    assert b'id="choice">refused' in page.content


def test_a_frame_that_speaks_of_cookies_but_is_part_of_the_page_is_left_alone(shown: Show) -> None:
    page = shown(
        b'<p id=p>left</p><iframe srcdoc="<p>We bake cookies.</p><button onclick='
        b"'parent.document.getElementById(&quot;p&quot;).textContent=1'>Accept</button>\"></iframe>",
        close_banners=True,
    )

    assert b">left</p>" in page.content


def test_a_button_that_only_looks_like_consent_is_not_clicked(shown: Show) -> None:
    page = shown(
        b"<ul><li>Bale 1 <button onclick='this.textContent=\"bought\"'>Accept</button></ul>",
        close_banners=True,
    )

    assert b">Accept</button>" in page.content


def test_a_page_that_never_rests_is_taken_as_it_is(shown: Show) -> None:
    page = shown(
        b"<ul id=l></ul><script>setInterval(() => document.getElementById('l')"
        b".insertAdjacentHTML('beforeend', '<li>More hay</li>'), 30)</script>",
        settle=1.5,
    )

    assert page.content.count(b"More hay") > 3


def test_scripts_can_be_left_out(shown: Show) -> None:
    page = shown(b"<p id=p>before</p><script>p.textContent = 'after'</script>", scripts=False)

    assert b"before" in page.content
    assert b"after</p>" not in page.content


def test_a_saved_page_that_its_scripts_take_apart_is_shown_without_them(shown: Show) -> None:
    rows = "".join(
        f"<li><b>Bale number {k}</b> <i>Dry hay of meadow {k}</i></li>" for k in range(9)
    )
    page = shown(
        f"<ul>{rows}</ul><script>fetch('https://hay.example/news').catch(() => {{"
        "document.body.innerHTML = '<h1>Not available right now</h1>' })</script>".encode(),
        patience=3,
    )

    assert len(extract(page)[0]) == 9
    assert b"Not available" not in page.content.partition(b"<script>")[0]
