"""Forms that lead to the next page: what a button, or a script's link, sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from windrow.tree import Tree
from windrow.tree.runs import text_of

__all__ = ["SentForm", "sent_form"]

# Links of ASP.NET pages send the page's form with these two values.
_POST_BACK = re.compile(r"__doPostBack\(\s*'([^']*)'\s*,\s*'([^']*)'")
_PRESSED = frozenset(("submit", "button", "image", "reset"))


@dataclass(frozen=True, slots=True)
class SentForm:
    """What a form sends, and where."""

    action: str
    sent: tuple[tuple[str, str], ...]


def sent_form(whole: Tree, tree: Tree, node: int) -> SentForm | None:
    """Return the form that a click on *node* of *tree* sends, with its hidden values.

    *whole* is the page with its hidden part; None if the click sends no form.

    >>> page = Tree.from_text('form[method=post action=/l](input[name=p value=2] button"Next")')
    >>> sent_form(page, page, 2)
    SentForm(action='/l', sent=(('p', '2'),))
    """
    pressed = next((one for one in range(len(whole)) if _same(whole, one, tree, node)), None)
    if pressed is None:
        return None
    form = next((up for up in whole.ancestors(pressed) if whole.label(up) == "form"), None)
    if form is None or (whole.attribute(form, "method") or "").lower() != "post":
        return None
    values = dict(_values(whole, form))
    posted = _POST_BACK.search(whole.attribute(pressed, "href") or "")
    if posted:
        values |= {"__EVENTTARGET": posted[1], "__EVENTARGUMENT": posted[2]}
    elif whole.label(pressed) == "a":
        return None
    elif name := whole.attribute(pressed, "name"):
        values[name] = whole.attribute(pressed, "value") or ""
    return SentForm(whole.attribute(form, "action") or "", tuple(values.items()))


def _same(whole: Tree, one: int, tree: Tree, node: int) -> bool:
    return (
        whole.label(one) == tree.label(node)
        and whole.attributes_of(one) == tree.attributes_of(node)
        and text_of(whole, whole.subtree(one)) == text_of(tree, tree.subtree(node))
    )


def _values(tree: Tree, form: int) -> Iterator[tuple[str, str]]:
    """Yield the initial values of a form."""
    for node in tree.subtree(form):
        name = tree.attribute(node, "name")
        if not name or tree.label(node) not in ("input", "textarea", "select"):
            continue
        kind = (tree.attribute(node, "type") or "text").lower()
        ticked = tree.attribute(node, "checked") is not None
        if kind in _PRESSED or (kind in ("checkbox", "radio") and not ticked):
            continue
        if tree.label(node) == "select":
            yield name, _selected(tree, node)
        else:
            yield name, tree.attribute(node, "value") or tree.text(node)


def _selected(tree: Tree, node: int) -> str:
    options = [one for one in tree.subtree(node) if tree.label(one) == "option"]
    chosen = [one for one in options if tree.attribute(one, "selected") is not None] or options
    return next(((tree.attribute(one, "value") or tree.text(one)) for one in chosen), "")
