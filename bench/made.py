"""The tables made on labelled pages, and what the score knows of them.

The formula ranks candidates, but people see tables: rules choose a longer list or leave records
out, and cells become columns. So the score is fitted on tables as they are made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any, TypeAlias

from bench.calibrate import Choice
from bench.losses import named
from bench.samples import Numbers, Sample
from bench.score import f1, score_list
from windrow.detect.auto import Auto, Ranking
from windrow.detect.auto.margins import Margins, margins
from windrow.detect.auto.rank import Weights
from windrow.detect.auto.sure import Doubting, Doubts
from windrow.pipeline import find
from windrow.read import read

__all__ = ["first_table", "made"]

MadeTable: TypeAlias = "tuple[float, int, float, Margins, Doubts] | None"


def made(samples: Sequence[Sample], weights: Mapping[str, Numbers]) -> list[Choice]:
    """Return the first table of every page, made with the *weights* of its dataset."""
    formulas = {dataset: named(own) for dataset, own in weights.items()}
    jobs = [(Path(one.path), one.truth, formulas[one.dataset]) for one in samples]
    with Pool() as pool:
        found = pool.starmap(first_table, jobs, chunksize=8)
    pairs = zip(samples, found, strict=True)
    return [Choice(sample, *numbers) for sample, numbers in pairs if numbers is not None]


def first_table(path: Path, truth: dict[str, Any], weights: Weights) -> MadeTable:
    """Return how right the first table is, its rows, and what its score is made of.

    None where there is no table, or the *truth* cannot judge it; without a truth it is wrong.
    """
    found = find(read(path), detector=Auto(weights=weights), most=1)
    if not found:
        return None
    table, ranking = found[0].table, found[0].region.ranking
    assert isinstance(ranking, Ranking)
    first = ranking.ranked[0]
    ahead = margins(first, islice(ranking.ranked, 1, None))
    right = 0.0
    if truth:
        score = score_list(truth, [{"rows": list(table.rows)}])
        if score.top1 is None:
            return None
        right = f1(score.top1)
    return (
        right,
        len(table),
        first.value,
        ahead,
        Doubting(ranking.tree, ranking.signals).doubts(first),
    )
