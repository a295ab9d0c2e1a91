"""The chances of names are fitted to what people accept, and judged by sites left out."""

from pathlib import Path

from bench.chances import Offered, fit, left_out, offered
from windrow.table.chances import AGAINST, FOR


def offers(signs: tuple[str, ...], *, right: int, of: int, site: str = "a") -> list[Offered]:
    """Names with the same signs, of which the first few are right."""
    return [Offered(f"{site}/x", k, "name", signs, k < right, 1.0) for k in range(of)]


def test_a_source_that_is_mostly_right_weighs_more() -> None:
    weights = fit(offers(("header",), right=9, of=10) + offers(("word",), right=2, of=10))

    assert weights["header"] > 1 > 0 > weights["word"]


def test_no_sign_weighs_against_what_it_means() -> None:
    weights = fit(
        offers(("class",), right=5, of=10)
        + offers(("class", "agreed"), right=0, of=10)
        + offers(("class", "unlikely"), right=10, of=10)
    )

    assert weights["agreed"] == weights["unlikely"] == 0
    assert all(weights[sign] >= 0 for sign in FOR)
    assert all(weights[sign] <= 0 for sign in AGAINST)


def test_a_site_has_no_say_in_its_own_weights() -> None:
    some = [
        one
        for k in range(20)
        for one in offers(("class",), right=4 if k else 0, of=4, site=f"site{k}")
    ]

    weights = left_out(some)

    assert weights["site0"]["class"] > min(one["class"] for one in weights.values())
    assert weights.keys() == {f"site{k}" for k in range(20)}


def test_pages_written_for_the_project_offer_names_where_there_is_no_corpus(tmp_path: Path) -> None:
    some = [*offered(tmp_path)]

    assert {one.page.split("/")[0] for one in some} == {"examples", "written"}
    assert 0.5 < sum(one.right for one in some) / len(some) < 1
