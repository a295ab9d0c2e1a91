"""Fitting: right candidates come first, signs hold, every site counts the same."""

import json
from array import array
from pathlib import Path

import numpy as np
import pytest

from bench.calibrate import area, error
from bench.corpus import ASIDE, Labelled, part_of
from bench.losses import LOSSES, SIGNS, fit, training
from bench.made import first_table
from bench.quality import LARGE
from bench.samples import Sample
from windrow.detect.auto.rank import NAMES, Weights

ROOT = Path(__file__).parents[2]


def sample(site: str, seed: int) -> Sample:
    """Return a page on which the candidate with the most similarity and least gaps is right."""
    draw = np.random.default_rng(seed)
    features = draw.uniform(size=(12, len(NAMES)))
    worth = features[:, NAMES.index("similarity")] - features[:, NAMES.index("gaps")]
    right = (worth == worth.max()).astype(float)
    nothing = tuple(array("i") for _ in range(12))
    return Sample(
        "", "set", site, True, right, right, features, np.zeros((12, 5)), nothing, nothing
    )


SAMPLES = [sample(f"set/{k}", k) for k in range(40)]


@pytest.mark.parametrize("losses", [LOSSES, *((loss,) for loss in LOSSES)], ids=str)
def test_every_loss_finds_what_makes_a_candidate_right(losses: tuple[str, ...]) -> None:
    weights = fit(SAMPLES, losses)

    others = np.delete(np.abs(weights), [NAMES.index("similarity"), NAMES.index("gaps")])
    assert weights[NAMES.index("similarity")] > 2 * others.max()
    assert weights[NAMES.index("gaps")] < -2 * others.max()


def test_weights_by_lists_have_the_sign_of_what_they_mean() -> None:
    weights = fit(SAMPLES, ("list",))

    assert (weights * SIGNS >= 0).all()


def test_a_difference_of_one_is_a_matter_of_odds() -> None:
    weights = fit(SAMPLES, ("list",))
    chances = []
    for one in SAMPLES:
        powers = np.exp(one.features @ weights)
        chances.append((powers / powers.sum())[one.right > 0][0])

    won = np.mean([np.argmax(one.features @ weights) == np.argmax(one.right) for one in SAMPLES])

    assert np.mean(chances) == pytest.approx(won, abs=0.2)


def test_at_most_three_pages_of_a_site_are_fitted_and_share_its_weight() -> None:
    pages = training([sample("set/one", k) for k in range(9)] + [sample("set/other", 9)])

    assert [round(page.counts, 3) for page in pages] == [0.333] * 3 + [1.0]


def test_one_site_in_five_is_set_aside_always_the_same() -> None:
    parts = [part_of(f"shops/{k}") for k in range(1000)]

    assert part_of("shops/one") == Labelled("shops", "shops/one", Path(), {}).part
    assert 150 < parts.count(ASIDE) < 250


def test_the_calibration_error_is_the_mean_distance_of_scores_from_shares() -> None:
    scores, right = np.array([0.85, 0.85, 0.15, 0.15]), np.array([1.0, 1.0, 0.0, 1.0])

    assert error(scores, right, np.ones(4)) == pytest.approx((0.15 + 0.35) / 2)
    assert area(scores, right, np.ones(4)) == pytest.approx((1 + 1 + 0.5) / 3)


def test_the_score_is_fitted_on_tables_as_they_are_made(tmp_path: Path) -> None:
    names = "Rake Fork Hoe Axe Saw Maul".split()
    rows = "".join(f"<tr><td>{name}<td>{k} kg" for k, name in enumerate(names))
    page = tmp_path / "page.html"
    page.write_text(f"<table><tr><th>Tool<th>Weight{rows}</table>", "utf-8")
    truth = {"kind": "list", "records": [{"tool": name} for name in names[:3]]}

    found = first_table(page, truth, Weights.shipped())
    nothing = first_table(page, {}, Weights.shipped())

    # Half of the rows are true, and all true ones are there.
    assert found is not None
    assert nothing is not None
    assert found[0] == pytest.approx(2 / 3)
    assert found[1] == 6
    assert nothing[0] == 0.0
    assert found[2:] == nothing[2:]


def test_the_weights_say_how_they_came_about() -> None:
    fitted = Weights.shipped().fitted

    assert {"date", "pages", "sites", "losses", "by"} == {*fitted}
    assert fitted["by"] == "python -m bench.fit --write"


def test_every_large_dataset_has_a_floor() -> None:
    floors = json.loads((ROOT / "bench/floors.json").read_text("utf-8"))
    pages = Weights.shipped().fitted["pages"]

    assert isinstance(pages, dict)
    assert {"ALL", "prose", "golden"} <= {*floors}
    assert {name for name, count in pages.items() if count >= LARGE} <= {*floors}
