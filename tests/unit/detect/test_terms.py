"""A glossary has a list for every letter: its terms are the records, not the lists."""

import windrow

WORDS = {
    "A": ["Awn", "Acre", "Aftermath"],
    "B": ["Bale", "Baler"],
    "C": ["Chaff", "Chisel", "Clover", "Crop"],
    "D": ["Drill", "Drum"],
    "E": ["Ear", "Ensilage", "Ewe"],
}


def test_terms_below_letters_are_one_list() -> None:
    html = "".join(
        f"<h2>{letter}</h2><dl>"
        + "".join(
            f"<dt>{w}</dt><dd>What old farmers called {w.lower()} long ago.</dd>" for w in words
        )
        + "</dl>"
        for letter, words in WORDS.items()
    )

    [table] = windrow.extract(f"<h1>Glossary</h1>{html}".encode())[:1]

    assert [row["term"] for row in table.rows] == [w for words in WORDS.values() for w in words]
    assert [row["group"] for row in table.rows[:4]] == ["A", "A", "A", "B"]


def test_lists_of_labels_are_records() -> None:
    html = "".join(
        f"<dl><dt>Name<dd>{words[0]}<dt>Kind<dd>{words[1]}<dt>Age<dd>{len(words)} years</dl>"
        for words in WORDS.values()
    )

    [table] = windrow.extract(f"<h1>Tools</h1>{html}".encode())[:1]

    assert [row["name"] for row in table.rows] == [words[0] for words in WORDS.values()]


def test_facts_in_cards_do_not_replace_the_cards() -> None:
    html = "".join(
        f"<div class=card><h3><a href=/{k}>{words[0]} farm</a></h3><p>A farm with {k + 2} barns, an"
        f" orchard and a pond, on the road to {words[1]}.</p><dl><dt>{words[0]} since<dd>{1900 + k}"
        f"<dt>{words[1]} in<dd>{k} May</dl></div>"
        for k, words in enumerate(WORDS.values())
    )

    [table] = windrow.extract(f"<h1>Farms</h1>{html}".encode())[:1]

    assert len(table.rows) == len(WORDS)
