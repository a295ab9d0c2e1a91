"""The columns of pages about one thing each that hold the sought values."""

from __future__ import annotations

from collections import Counter, defaultdict

from windrow.errors import NothingLearned
from windrow.read.base import base_of
from windrow.wrap.detail.learn import learn_detail_pages
from windrow.wrap.examples import Examples
from windrow.wrap.sought import Leaf, best_match, holds_of, narrowed, texts_of
from windrow.wrap.wrapper import Wrapper

__all__ = ["learn_sought_page"]

# The penalty for a column that other pages lack, against another with the value. Chosen;
# bench.examples measures the whole.
_RARE = 0.1


def learn_sought_page(examples: Examples) -> Wrapper:
    """Return the wrapper of pages with the sought values; `NothingLearned` if none has them."""
    sought = examples.sought
    wanted = frozenset(text for row in sought.rows for texts in row.values() for text in texts)
    wrapper = learn_detail_pages(examples.pages, wanted)
    known = {column.place for column in wrapper.columns}
    read = [
        (base_of(page.page), texts_of({p: value for p, value in row.items() if p in known}))
        for page in examples.pages
        for row in wrapper.read(page).rows
    ]
    matches = [best_match(read, wanted) for wanted in sought.rows]
    cells: dict[Leaf, list[str]] = defaultdict(list)
    lacking: Counter[Leaf] = Counter()
    for leaf in {leaf for _, texts in read for leaf in texts}:
        for _, texts in read:
            cells[leaf] += texts.get(leaf, ())
            lacking[leaf] += leaf not in texts
    rare = {leaf: _RARE * count / len(read) for leaf, count in lacking.items()}
    holds = holds_of(matches, sought.names, cells, rare)
    if not holds:
        raise NothingLearned("the pages hold none of the examples")
    return narrowed(wrapper, holds)
