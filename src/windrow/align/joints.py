"""Lines with the same structure in every record: values with the same words between them.

``span.score"488 points" " by " a"ann" " | " a"12 comments"`` is one line of text to the eye and
three values to a reader, because every record has the same elements in it and the same words or
signs between them. In a sentence the words between the elements differ, so it stays one text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from windrow.align.lines import FEWEST, PLAIN, RARE, STEADY, LineReader, Mark
from windrow.median import median
from windrow.model import Cell
from windrow.tree.markup import PHRASES

__all__ = ["is_one_value", "jointed"]

Pieces: TypeAlias = tuple[int, ...]
_Key: TypeAlias = tuple[Mark, int]
"""The look of a piece, or its words; and how many such pieces the line has before it."""

# Elements that only change how words look, or mean nothing.
_BARE = PHRASES | {"span"}
# A shorter line with a digit is one value that is marked up in pieces: "12 May 2014", "4.5 of 5".
# In characters; chosen, not measured.
_SHORT = 24


def jointed(reader: LineReader, rows: Sequence[Pieces]) -> list[list[Cell]] | None:
    """Return the columns of the lines; None if they are sentences, lists or one value.

    Words that are the same in all lines are columns, too: they may name what follows them.
    """
    there = [pieces for pieces in rows if pieces]
    if len(there) < FEWEST or sum([len(pieces) > 1 for pieces in there]) < STEADY * len(there):
        opened = [reader.inside(pieces) if len(pieces) == 1 else pieces for pieces in rows]
        return jointed(reader, opened) if opened != list(rows) else None
    keys = [reader.keys(pieces) for pieces in there]
    seen = Counter(chain.from_iterable(keys))
    marked = [key for key in seen if not _is_words(key)]
    steady = [key for key in marked if seen[key] >= STEADY * len(there)]
    if len(steady) < 2 or _is_list(keys, seen) or is_one_value(reader, there):
        return None
    # Beside words, an element without its own look is an emphasised word.
    if len(marked) < len(seen) and any(_looks_bare(mark) for mark, _ in steady):
        return None
    words = {key for key in seen if _is_words(key) and _is_frequent(seen[key], there)}
    if _is_sentence(keys, words, {*steady}) or _is_enumeration(reader, there):
        return None
    signs = {key for key in words if not any(map(str.isalnum, key[0][1].decode()))}
    kept = {key for key in marked if _is_frequent(seen[key], there)} | words
    own = iter(keys)
    return _placed([next(own) if pieces else [] for pieces in rows], rows, kept, signs)


def is_one_value(reader: LineReader, rows: Sequence[Pieces]) -> bool:
    """Return whether lines are short, have digits, and are divided into meaningless pieces.

    So are dates: ``span"12" " " span"May" ", " span"2014"``.
    """
    there = [pieces for pieces in rows if pieces]
    divided = [pieces for pieces in there if len(pieces) > 1]
    # Mostly few lines are divided at all, which is cheap to see.
    if not there or len(divided) < STEADY * len(there):
        return False
    marks = [{reader.mark(piece) for piece in pieces} - {PLAIN} for pieces in divided]
    in_pieces = sum(len(own) > 1 and all(mark[0] in _BARE for mark in own) for own in marks)
    if in_pieces < STEADY * len(there):
        return False
    texts = [" ".join(map(reader.text, pieces)) for pieces in there]
    digits = sum(any(map(str.isdigit, text)) for text in texts)
    return digits >= STEADY * len(texts) and median(map(len, texts)) <= _SHORT


def _is_words(key: _Key) -> bool:
    return key[0][0] == PLAIN[0]


def _is_frequent(count: int, rows: Sequence[Pieces]) -> bool:
    return count >= max(2, RARE * len(rows))


def _looks_bare(mark: Mark) -> bool:
    return mark[0] in _BARE and not mark[1]


def _is_list(keys: Sequence[Sequence[_Key]], seen: Counter[_Key]) -> bool:
    """Return whether lines differ in how many elements of one look they have, as lists do."""
    most = {mark: count for (mark, count), _ in sorted(seen.items(), key=lambda one: one[0][1])}
    return any(
        seen[mark, count] < STEADY * sum((mark, 0) in own for own in keys)
        for mark, count in most.items()
        if count and mark[0] != PLAIN[0]
    )


def _is_sentence(keys: Sequence[Sequence[_Key]], words: set[_Key], steady: set[_Key]) -> bool:
    """Return whether bare text between the elements differs from line to line."""
    loose = 0
    for own in keys:
        last = max((k for k, key in enumerate(own) if key in steady), default=len(own))
        loose += any(_is_words(key) and key not in words for key in own[:last])
    return loose > RARE * len(keys)


def _is_enumeration(reader: LineReader, rows: Sequence[Pieces]) -> bool:
    """Return whether commas separate elements that look alike."""
    commas = sum(
        any(
            reader.mark(first) == reader.mark(second) and reader.is_comma_between(first, second)
            for first, second in pairwise(pieces)
        )
        for pieces in rows
    )
    return commas > RARE * len(rows)


def _placed(
    keys: Sequence[Sequence[_Key]], rows: Sequence[Pieces], kept: set[_Key], signs: set[_Key]
) -> list[list[Cell]]:
    """Return a column for every kept key, and one for the rest at the end of lines.

    Signs around and between values are left out.
    """
    order: list[_Key] = []
    columns: dict[_Key, list[Cell]] = {}
    left: list[Cell] = [None] * len(rows)
    for row, (own, pieces) in enumerate(zip(keys, rows, strict=True)):
        before = 0
        for key, piece in zip(own, pieces, strict=True):
            if key in signs:
                continue
            if key not in kept:
                left[row] = piece
                continue
            if key not in columns:
                columns[key] = [None] * len(rows)
                order.insert(before, key)
            columns[key][row] = piece
            before = order.index(key) + 1
    found = [columns[key] for key in order]
    return [*found, left] if any(cell is not None for cell in left) else found
