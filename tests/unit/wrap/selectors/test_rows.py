"""Selectors of lists inside records."""

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.selectors.ground import PAGE, Ground
from windrow.wrap.selectors.hops import Hops
from windrow.wrap.template import Opened


def tagged(count: int) -> Page:
    """Return records with lists of tags, of which the last has an item that is no tag."""

    def record(k: int) -> str:
        tags = "".join(f"<li><a href=/t/{k}/{n}>tag {n} of {k}</a>" for n in range(2 + k % 3))
        more = "<li><!-- -->" if k == count - 1 else ""
        return f"<div class=item><h3>Thing {k}</h3><p>{k}.50 EUR</p><ul class=tags>{tags}{more}</ul></div>"

    return Page.from_text(f"<h1>Things</h1><div>{''.join(map(record, range(count)))}</div>")


def tries(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often ways were followed to find the selectors of a page with *count* records."""
    wrapper, tried, find = learn([tagged(count)], kind="list"), 0, Ground.found

    def found(self: Ground, way: Hops, start: int = PAGE) -> list[int]:
        nonlocal tried
        tried += 1
        return find(self, way, start)

    with monkeypatch.context() as patched:
        patched.setattr(Ground, "found", found)
        wrapper.template.selectors(wrapper.columns, "css", [Opened(tagged(count))])
    return tried


def test_a_way_that_fails_is_tried_once_however_many_records_give_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert tries(80, monkeypatch) < 3 * tries(40, monkeypatch)
