"""Lists of labels, and words of classes."""

import pytest

from windrow.tree.markup import HEADINGS, INLINE, PHRASES, VOID, is_state, stable_class


def test_labels_that_only_change_the_look_of_words_are_inline() -> None:
    assert PHRASES < INLINE
    assert INLINE.isdisjoint(HEADINGS)
    assert {"br", "img", "wbr"} <= VOID


@pytest.mark.parametrize("word", ["odd", "active", "lazyloaded", "visited"])
def test_a_state_is_no_lasting_word(word: str) -> None:
    assert is_state(word)
    assert not is_state(f"x{word}")


def test_records_of_one_kind_share_a_class() -> None:
    assert stable_class(b"row item odd first") == b"item"
    assert stable_class(b"card-17 css-1a2b3c") == b"card-#"
