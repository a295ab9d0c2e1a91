"""Pages as sequences of tags and texts, for systems that know no trees."""

from __future__ import annotations

from collections.abc import Iterator

from windrow.tree import Tree

__all__ = ["is_tag", "tokens_of"]


def tokens_of(tree: Tree) -> list[str]:
    """Return the tags of a page and its texts, in order; addresses are texts between tags, too.

    >>> tokens_of(Tree.from_text('p(b"Ant" "is red")'))
    ['<p>', '<b>', 'Ant', '</b>', 'is red', '</p>']
    >>> tokens_of(Tree.from_text('a[href=/1]"Ant"'))
    ['<a>', '<@link>', '/1', '</@link>', 'Ant', '</a>']
    """
    return [*_tokens(tree)]


def is_tag(token: str) -> bool:
    """Return whether a token is a tag."""
    return token.startswith("<") and token.endswith(">")


def _tokens(tree: Tree) -> Iterator[str]:
    around: list[tuple[int, str]] = []  # where a node ends, and its label
    for node in range(len(tree)):
        while around and around[-1][0] <= node:
            yield f"</{around.pop()[1]}>"
        label = tree.label(node)
        if not label.startswith("#"):
            yield f"<{label}>"
            around.append((node + tree.sizes[node], label))
        for kind, value in tree.items(node):
            if kind != "text" and value.strip():
                yield from (f"<@{kind}>", value.strip(), f"</@{kind}>")
        text = tree.text(node).strip()
        if text and not is_tag(text):
            yield text
    while around:
        yield f"</{around.pop()[1]}>"
