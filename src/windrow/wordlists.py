"""Lists of words that a module uses, in a text file with its name beside it."""

from pathlib import Path

__all__ = ["QUESTION_MARKS", "word_lists"]

# Those of all scripts.
QUESTION_MARKS = ("?", "？", "؟")


def word_lists(module: str) -> dict[str, list[str]]:
    """Return the lists that belong to a *module*, given by its ``__file__``.

    A line is ``name: words``; several lines with one name form one list, "#" begins a comment.
    """
    found: dict[str, list[str]] = {}
    for line in Path(module).with_suffix(".txt").read_text("utf-8").splitlines():
        if line and line[0] != "#":
            name, _, words = line.partition(": ")
            found.setdefault(name, []).extend(words.split())
    return found
