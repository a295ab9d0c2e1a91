"""The guide on output lists every sink, and the extra that it needs."""

from pathlib import Path

import pytest

from windrow.sink import SINKS

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guide/output.md").read_text("utf-8").splitlines()


@pytest.mark.parametrize("kind", SINKS)
def test_the_guide_lists_the_sink_and_its_extra(kind: str) -> None:
    target = f"`{kind}//" if kind.endswith(":") else f"`{kind}`"
    needs = SINKS[kind].needs

    rows = [line for line in GUIDE if line.startswith("|") and target in line.split("|")[1]]

    assert len(rows) == 1
    assert needs is None or f"windrow[{needs[1]}]" in rows[0]
