import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from windrow.table.classes import class_words, known_word
from windrow.table.words import LONGEST, slug, unique


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Unit price:", "unit_price"),
        ("Area (km²)", "area"),
        ("(km²)", "km2"),
        ("Größe", "größe"),
        ("発売日", "発売日"),
        ("Driver's name", "drivers_name"),
        ("2024", "year_2024"),
        ("52 week high", "week_high_52"),
        ("2B", "col_2b"),
        ("3 4", "col_3_4"),
        ("Group", "group_"),
        ("The number of people who live in the town", "the_number_of_people_who_live"),
        ("—", ""),
        ("Price (net (EUR) of) [a", "price_of_a"),
        ("[b] Price) (EUR", "price_eur"),
        ("(a\nb) Price", "a_b_price"),
    ],
)
def test_a_heading_becomes_a_short_name(text: str, name: str) -> None:
    assert slug(text) == name


@given(st.lists(st.text(max_size=60), max_size=8))
def test_names_are_different_and_columns_of_a_database_without_quotes(texts: list[str]) -> None:
    names = unique((slug(text) or "text" for text in texts), longest=LONGEST)

    assert len(set(names)) == len(names)
    for name in names:
        assert len(name) <= 31
        assert len(name.encode()) <= 63
    if names and all(name.isascii() for name in names):
        sqlite3.connect(":memory:").execute(f"CREATE TABLE t ({', '.join(names)})")


@pytest.mark.parametrize(
    ("attribute", "name"),
    [
        (b"product__price price--sale", "price"),
        (b"brand-name", "brand_name"),
        (b"articleAuthor", "author"),
        (b"col-md-4 text-right mt-2", ""),
        (b"sc-bdVaJa hFxQzR _3xK2d css-1q2w3e", ""),
        (b"thumb", "thumbnail"),
        (b"price-was", "old_price"),
        (b"presentedBy", "presented_by"),
        (b"bigusername", "username"),
        (b"comment-count", "comment_count"),
        (b"usertitle", "user_title"),
        (b"event-enddate", "end_date"),
        (b"event-startdate--day", "day"),
        (b"signaturecontainer", "signature"),
        (b"price-string", "price"),
        (b"restore", ""),
        (b"normaltext leftbar", ""),
    ],
)
def test_classes_give_words_people_know(attribute: bytes, name: str) -> None:
    words = class_words(attribute)

    assert next(filter(None, map(known_word, words)), "") == name
