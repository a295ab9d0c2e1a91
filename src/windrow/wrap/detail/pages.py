"""Reads pages about one thing each: one row per page, with its lists nested in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from windrow.tree.linked import scripts
from windrow.wrap.detail.fields import picture
from windrow.wrap.detail.paths import KeptCells
from windrow.wrap.detail.template import DetailPage, DetailTemplate
from windrow.wrap.detail.view import words_on
from windrow.wrap.outline import likeness
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.rows import InnerRow
from windrow.wrap.template import Judgement, Located, Match, Opened, Reading, WrapperKind

if TYPE_CHECKING:
    from windrow.wrap.columns.echo import Echo
    from windrow.wrap.examples import Examples
    from windrow.wrap.selectors import Form, Selectors
    from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["DetailPages", "source_of"]


# A page with this share of the learned places is certain to be of the template. Chosen;
# bench.detail measures the whole.
_AT_HOME = 0.3
# A page has changed if it lacks more than this share of what all learned pages had. Measured by
# `python -m bench.mutate --kind detail`: healthy pages of the corpus lack up to 36 % of the columns
# and 21 % of the paths, and those of half of the sites up to 17 % of the class names.
_GONE = 0.5


def source_of(opened: Opened) -> DetailPage:
    """Return the page as templates of detail pages read it."""
    return DetailPage(opened.whole, opened.linked)


@dataclass(frozen=True)
class DetailPages:
    """Pages of one template, each about one thing."""

    system: ClassVar[str] = "detail"
    kind: ClassVar[WrapperKind] = "detail"
    noun: ClassVar[str] = "a page"
    title: ClassVar[str] = "pages about one thing each"
    hidden: ClassVar[bool] = True
    can_be_empty: ClassVar[bool] = False
    roots: ClassVar[Sequence[str]] = ()
    is_open: ClassVar[bool] = True
    echoes: ClassVar[Sequence[Echo]] = ()

    template: DetailTemplate

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return the wrapper of pages that are about one thing each."""
        from windrow.wrap.detail.learn import learn_detail_pages
        from windrow.wrap.detail.sought import learn_sought_page

        if examples.sought:
            return learn_sought_page(examples)
        return learn_detail_pages(examples.pages)

    def read(self, opened: Opened) -> Reading:
        """Return the one row of a page."""
        reading = self.template.reading(source_of(opened))
        share = reading.confidence
        problems = () if share >= 1 else (f"{share:.0%} of the learned places are on the page",)
        # Optional places vary with the subject of a page; another template has none of them.
        fit = min(1.0, share / _AT_HOME) if reading.row else 0.0
        rows = (reading.row,) if reading.row else ()
        return Reading(rows, (("/html[1]",),), "/html[1]", fit, problems, learned=self._learned)

    @cached_property
    def _learned(self) -> frozenset[str]:
        return frozenset(place.id for place in self.template.fields())

    def nodes(self, opened: Opened) -> Located:
        """Return where the values of the one row are."""
        reading = self.template.reading(source_of(opened), where=True)
        return Located(((0,),), (reading.nodes,)) if reading.row else Located((), ())

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with a page as a whole: half of its content is gone.

        Otherwise, which places are empty.
        """
        from windrow.wrap.detail.emptied import emptied

        reasons = []
        full = [column.place for column in wrapper.columns if column.fingerprint.fill == 1]
        gone = sum(row.get(place) is None for row in reading.rows for place in full)
        # One page does not show which parts are optional.
        if wrapper.pages > 1 and gone > _GONE * len(full):
            reasons.append(f"{gone} of {len(full)} columns that were always filled are empty")
        if (like := likeness(opened.whole, wrapper.paths)) < 1 - _GONE:
            reasons.append(f"{like:.0%} of the page is as it was")
        words = self.template.signer.known
        if (left := len(words & words_on(opened.whole))) < (1 - _GONE) * len(words):
            reasons.append(f"{len(words) - left} of {len(words)} class names are gone")
        rows = reading.rows[:1]
        empty = emptied(self, wrapper, opened.whole, rows[0]) if rows and not reasons else {}
        return Judgement(reasons=tuple(reasons), emptied=empty)

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return the wrapper that *pages* give, with the old columns under their names."""
        from windrow.wrap.detail.learn import match_detail_pages

        return match_detail_pages(wrapper, pages)

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield one line per field: its name, then its id; those of lists indented."""
        return picture(self.template.fields())

    def selectors(
        self, columns: Sequence[WrapperColumn], form: Form, pages: Sequence[Opened] = ()
    ) -> Selectors:
        """Return selectors of *columns*, and what they cannot give; they hold on all *pages*."""
        from windrow.wrap.detail.selectors import detail_selectors
        from windrow.wrap.selectors.same import lxml_ground

        kept = []
        for opened in pages:
            page, ground = self._cells(opened), lxml_ground(opened.page)
            kept += [replace(page, may_lack=True), page.on(ground)] if ground else [page]
        return detail_selectors(columns, form, self.template.title, kept)

    def _cells(self, opened: Opened) -> KeptCells:
        """Return the values of a page that are in one node, the nodes, and the lists."""
        reading = self.template.reading(source_of(opened), where=True)
        own = InnerRow.of(reading.nodes, reading.row)
        ground = Ground(opened.whole)
        return KeptCells(ground, own.nodes, own.values, own.lists, scripts(opened.page))

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {"system": self.system, "template": self.template.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> DetailPages:
        """Return the template that *data* describes; ValueError if it describes none."""
        return cls(DetailTemplate.from_json(data.get("template")))
