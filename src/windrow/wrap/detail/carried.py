"""A wrapper of detail pages whose template was carried over to a redesign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from windrow.wrap.columns.pair import Option, Pair, confidence_of, likelihood
from windrow.wrap.detail.carry import Places, carry
from windrow.wrap.detail.view import Signer
from windrow.wrap.fingerprint import fingerprint_of
from windrow.wrap.outline import paths_of
from windrow.wrap.template import Match, Opened
from windrow.wrap.wrapper import Wrapper, WrapperColumn

if TYPE_CHECKING:
    from windrow.wrap.detail.pages import DetailPages

__all__ = ["carried_share", "match_carried"]


def match_carried(
    wrapper: Wrapper, kept: Sequence[Opened], pages: Sequence[Opened]
) -> Match | None:
    """Return *wrapper* with its template carried over to *pages*; None if no page is kept."""
    if not kept:
        return None
    signer = cast("DetailPages", wrapper.template).template.signer
    # Classes may be the same: also try the words that only the new pages have.
    more = Signer(signer.known | Signer.learn([page.whole for page in pages]).known)
    found = [_match(wrapper, kept, pages, one) for one in (signer, more)]
    return max(found, key=lambda one: one[0])[1]


def _match(
    wrapper: Wrapper, kept: Sequence[Opened], pages: Sequence[Opened], signer: Signer
) -> tuple[float, Match]:
    """Return how many columns were found again, and the wrapper."""
    own = cast("DetailPages", wrapper.template)
    found = carry(own.template, kept, pages, signer)
    template = replace(own, template=found.template)
    rows = [row for page in pages for row in template.read(page).rows]
    columns, sure = [], {}
    for old in wrapper.columns:
        column = _moved(old, found.places)
        values = tuple(row.get(column.place) for row in rows)
        if any(value is not None for value in values):
            mark = fingerprint_of(values, rows=bool(old.columns))
            now = Option(replace(column, fingerprint=mark), values, {old.place: 1.0})
            sure[old.name] = likelihood(old, now)
        elif old.fingerprint.fill == 1:
            continue
        columns.append(column)
    worth = sum(sure.values())
    # Columns that only some pages have are as sure as the rest.
    share = confidence_of([Pair(one, None, sure.get(one.name, 0.0)) for one in wrapper.columns
                           if one.name in sure or one.fingerprint.fill == 1])  # fmt: skip
    sure |= {one.name: share for one in columns if one.name not in sure}
    new = replace(
        wrapper, template=template, columns=tuple(columns),
        paths=paths_of(page.whole for page in pages),
    )  # fmt: skip
    return worth, Match(new, sure, True, len(pages))


def carried_share(wrapper: Wrapper, match: Match) -> float:
    """Return how sure a match is of all columns that the wrapper had."""
    return confidence_of([Pair(c, None, match.sure.get(c.name, 0.0)) for c in wrapper.columns])


def _moved(column: WrapperColumn, places: Places) -> WrapperColumn:
    """Return a column with its current locators."""
    place = places.ids.get(column.place, column.place)
    path = places.paths.get(column.place, column.path)
    now = {"position": place, "xpath": path}
    ways = tuple((kind, now.get(kind, way)) for kind, way in column.locators)
    inner = places.inner.get(column.place)
    columns = column.columns
    if inner is not None:
        columns = tuple(_moved(one, inner) for one in columns)
    return replace(column, place=place, path=path, locators=ways, columns=columns)
