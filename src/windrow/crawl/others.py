"""Links that do not lead to a next page, by their own state and by the box around them."""

from __future__ import annotations

from windrow.crawl.links import PageLink, words
from windrow.tree import Tree

__all__ = ["is_other"]

# Every month has these days; nodes of a table that may be a month. Chosen, not measured.
_DAYS, _CALENDAR = frozenset(map(str, range(1, 29))), 300
# What only people can fill in.
_ASKED = frozenset(("email", "password", "tel"))
# What people and libraries call boxes whose pictures move on: the libraries' own class names.
_SLIDES = frozenset(
    "carousel jcarousel slide slides slider slideshow bxslider flexslider flex nivo swiper slick "
    "owl flickity glide splide lightbox jp player".split()
)
# What Bootstrap, DataTables and others call a link that is switched off. "Inactive" is a page's
# link in some pagers: it is not the current one.
_OFF = frozenset(("disabled", "disable"))
# Nodes of a form that asks only who somebody is. Chosen, not measured.
_SMALL = 100


def is_other(tree: Tree, link: PageLink) -> bool:
    """Return whether the box around a link says that it does not lead to a next page."""
    return (
        _is_off(tree, link)
        or _is_dated(tree, link.node)
        or _is_asked(tree, link.node)
        or _is_slide(tree, link)
    )


def _is_off(tree: Tree, link: PageLink) -> bool:
    """Return whether a link or its box is switched off, as "Next" on the last page is."""
    node = link.node
    off = tree.attribute(node, "disabled") is not None
    off = off or (tree.attribute(node, "aria-disabled") or "").lower() == "true"
    return off or not _OFF.isdisjoint({*link.hints, *link.held})


def _is_slide(tree: Tree, link: PageLink) -> bool:
    """Return whether a link is a button of a carousel: a script moves pictures on."""
    if link.address:
        return False
    target = words(tree.attribute(link.node, "href") or "")
    moves = any(tree.attribute(link.node, name) for name in ("data-slide", "data-bs-slide"))
    return moves or not _SLIDES.isdisjoint({*link.hints, *link.around, *target})


def _is_asked(tree: Tree, node: int) -> bool:
    """Return whether a link is in a form that asks people who they are, such as a newsletter's."""
    form = next((up for up in tree.ancestors(node) if tree.label(up) == "form"), -1)
    # Some pages are one large form.
    if form < 0 or tree.sizes[form] > _SMALL:
        return False
    return any(tree.attribute(inner, "type") in _ASKED for inner in tree.subtree(form))


def _is_dated(tree: Tree, node: int) -> bool:
    """Return whether a link is in a table of days of a month, where it leads to other months."""
    table = next((up for up in tree.ancestors(node) if tree.label(up) == "table"), -1)
    if table < 0 or tree.sizes[table] > _CALENDAR:
        return False
    said = {tree.text(inner).strip() for inner in tree.subtree(table)}
    return said >= _DAYS
