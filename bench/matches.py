"""Fit the chances of wanted fields, judged by sites left out.

    python -m bench.matches                 what to expect on sites never seen
    python -m bench.matches --write         and the weights of all open sites, into the package

Open pages are asked for fields: those of ``fields.json``, and, for every column of ``names.json``,
one of the names that a reader accepts for it, mostly the first, together with names that no column
of the page has; so are the written pages of ``asked.toml``. A formula of the signs for and against
each column is fitted, so that the right column, or none, gets the largest share of the chance.
Sites set aside and closed pages take no part. The blind lists of `bench.fields` do: what their line
there says is not left out, and the one printed here is.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from bench.chances import site_of
from bench.corpus import CORPUS, ROOT, add_option
from bench.fields import TRUTH, Asked, Question, blind_fields, question, shares
from bench.judging import is_aside
from bench.names import TRUTH as NAMES
from bench.names import WRITTEN, blind, closed, read_pages
from bench.written import AskedPage, asked_pages, written_pages
from windrow import extract
from windrow.model import Fit, Tables
from windrow.table import fields
from windrow.table.asked import all_asked
from windrow.table.facts import facts_of
from windrow.table.forms import forms_for
from windrow.table.likeness import likeness
from windrow.table.meant import meant
from windrow.table.speaking import Signs, signs_of

__all__ = ["Example", "examples", "fit", "left_out", "surely"]

WEIGHTS = ROOT / "src/windrow/table/fields.json"
# How often each page of names is asked, for how many of its columns, and how many fields that it
# lacks. Chosen, not measured.
_TIMES, _COLUMNS, _LACKED = 3, (0.4, 0.7, 1.0), (0, 1, 1)
# The share of columns that are asked for by the first name that a reader wrote. Chosen.
_FIRST = 0.75
# How alike the name of a column that no reader has judged is to a field that the page may not lack.
_CALLED = 0.7
# How much a field of these counts, beside one of `bench.fields`; and one that the page lacks, as
# people mostly ask for what they see. Chosen, not measured.
_OF_NAMES, _ABSENT = 0.4, 0.5
# Names of images' descriptions, and names that every list may have: not asked for at random.
_UNASKED = frozenset(("image_alt", "alt", "link_text"))
_EVERYWHERE = frozenset(("url", "link", "image", "title", "name"))
# How often a page is asked for what is easily taken for what it says; how alike names are that may
# be for the same thing. Chosen, not measured.
_EASILY, _FAR = 0.7, 0.5
# The pull of the weights towards zero; how many parts the sites are left out in. Chosen.
_PULL, _PARTS = 1.0, 10
# Signs that must not speak against a column, by how they end or begin: names that are more alike,
# and values that look as promised; and those that must not speak for it.
_NEARER, _LOOKS = ("_same", "_synonym", "_near"), "looks"
_AGAINST = ("looks_not", "looks_other", "looks_mixed", "type_other", "words_not", "numbers_not")
_EITHER = "looks_known"
# The fit ends when a step gains less than this share. Chosen.
_ENOUGH, _STEPS = 1e-6, 1000

_Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
_Places: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
_Line: TypeAlias = "tuple[Signs, Sequence[Signs | None]]"


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the signs of each of its fields."""

    kind: str  # open, blind, names or written
    asked: Question
    lines: Sequence[_Line]

    @property
    def site(self) -> str:
        """The site of the page; its pages are left out together."""
        return site_of(self.asked.page)


def examples(corpus: Path = CORPUS) -> Iterator[Example]:
    """Yield what open pages are asked."""
    truth = json.loads(TRUTH.read_text("utf-8"))
    names = _names()
    later = blind()
    for page, tables in read_pages(_open_pages({*truth, *names["pages"]}), corpus):
        every = [("open", truth[page])] if page in truth else []
        if page in later:
            every.append(("blind", blind_fields(page)))
        if page in names["pages"]:
            every += (("names", one) for one in _by_names(page, names))
        found = [(kind, question(page, wanted, tables)) for kind, wanted in every if wanted]
        asked = [(kind, one) for kind, one in found if one]
        judged = {name for _, one in asked for right in one.right for name in right or ()}
        facts = {id(one.table): facts_of(one.table.columns, one.table.rows) for _, one in asked}
        for kind, one in asked:
            if kind == "names":
                one = _trusted(one, judged)
            if one.fields:
                yield Example(kind, one, signs_of(all_asked(one.fields), facts[id(one.table)]))
    for own in asked_pages():
        made = None if own.closed else question(*_of_written(own))
        if made:
            facts_of_it = facts_of(made.table.columns, made.table.rows)
            yield Example("written", made, signs_of(all_asked(made.fields), facts_of_it))


def _of_written(page: AskedPage) -> tuple[str, Mapping[str, Any], Tables]:
    return f"{WRITTEN}asked/{page.name}", page.fields, extract(page.html.encode())


def _trusted(one: Question, judged: Collection[str]) -> Question:
    """Return a question without fields that a column may be that no reader has judged."""
    others = [meant(column.name) for column in one.table.columns if column.name not in judged]
    kept = [
        (field, right)
        for field, right in zip(one.fields, one.right, strict=True)
        if right is None
        or right
        or not any(likeness(meant(field.name), words) >= _CALLED for words in others)
    ]
    return replace(
        one, fields=tuple(field for field, _ in kept), right=tuple(right for _, right in kept)
    )


def _names() -> dict[str, Any]:
    """Return what readers call the columns of pages, with those of the written ones."""
    found: dict[str, Any] = json.loads(NAMES.read_text("utf-8"))
    for page in written_pages():
        found["pages"][f"{WRITTEN}{page.name}"] = [
            {"called": one.called, "values": one.values} for one in page.fields
        ]
    return found


def _open_pages(pages: Iterable[str]) -> list[str]:
    hidden = closed()
    return sorted(page for page in pages if page not in hidden and not is_aside(page))


def _by_names(page: str, names: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield fields with their values: names of columns, and some that the page lacks."""
    chance = random.Random(page)
    columns = [(_words(names, one), one["values"]) for one in names["pages"][page]]
    accepted = [{word for group in groups for word in group} for groups, _ in columns]
    others = _open_pages(names["pages"])
    for _ in range(_TIMES):
        found: dict[str, Any] = {}
        count = max(1, round(len(columns) * chance.choice(_COLUMNS)))
        for groups, values in chance.sample(columns, count):
            more = [group[0] for group in groups] + [w for group in groups for w in group[1:4]]
            name = groups[0][0] if chance.random() < _FIRST else chance.choice(more)
            name = groups[0][0] if name in _UNASKED else name
            if sum(name in own for own in accepted) == 1:
                found[name] = values
        for _ in range(chance.choice(_LACKED)):
            other = chance.choice(names["pages"][chance.choice(others)])
            name = _words(names, other)[0][0]
            last = {word.rpartition("_")[2] for own in accepted for word in own}
            if name.rpartition("_")[2] not in last | _EVERYWHERE:
                found[name] = None
        # What is easily taken for what the page says: a salary where it has a price.
        for name in _alike(accepted, names, others, chance) if chance.random() < _EASILY else ():
            found.setdefault(name, None)
        if any(found.values()):
            yield dict(chance.sample([*found.items()], len(found)))


def _alike(
    accepted: Sequence[Collection[str]],
    names: Mapping[str, Any],
    pages: Sequence[str],
    chance: random.Random,
) -> list[str]:
    """Return a known word for values that look like those of a column called otherwise."""
    own = {meant(word) for words in accepted for word in words}
    forms = forms_for(word[-1] for word in own if word)
    others = [_words(names, one)[0][0] for one in names["pages"][chance.choice(pages)]]
    return [
        other
        for other in others
        if forms_for(meant(other)[-1:]) & forms
        and not any(likeness(meant(other), word) >= _FAR for word in own)
        and other not in _EVERYWHERE | _UNASKED
    ][:1]


def _words(names: Mapping[str, Any], one: Mapping[str, str]) -> list[list[str]]:
    return [names["words"].get(word, word).split() for word in one["called"].split()]


@dataclass(frozen=True, slots=True)
class _Choices:
    """All columns of all fields as numbers, those of one field behind each other."""

    signs: list[str]
    rows: _Places
    places: _Places
    values: _Numbers
    starts: _Places
    right: _Numbers
    counts: _Numbers

    @classmethod
    def of(cls, some: Sequence[Example]) -> _Choices:
        signs = sorted(
            {s for one in some for a, line in one.lines for d in (a, *line) for s in d or ()}
        )
        place = {sign: k for k, sign in enumerate(signs)}
        cells: list[tuple[int, int, float]] = []
        starts: list[int] = []
        right: list[bool] = []
        counts: list[float] = []
        for one in some:
            names = [column.name for column in one.asked.table.columns]
            for (absent, line), wanted in zip(one.lines, one.asked.right, strict=True):
                own = [
                    name in (wanted or ()) and d is not None
                    for name, d in zip(names, line, strict=True)
                ]
                starts.append(len(right))
                counts.append(_counts(one.kind, wanted))
                for signs_of_it, is_right in zip(
                    (absent, *line), (not any(own), *own), strict=True
                ):
                    if signs_of_it is not None:
                        cells += ((len(right), place[s], v) for s, v in signs_of_it.items())
                        right.append(is_right)
        rows, places, values = (np.array(part) for part in zip(*cells, strict=True))
        return cls(
            signs, rows, places, values, np.array(starts), np.array(right, float), np.array(counts)
        )

    def loss(self, weights: _Numbers) -> tuple[float, _Numbers]:
        """Return how unlikely the right choices are, and the slope."""
        size = len(self.right)
        lengths = np.diff(np.append(self.starts, size))
        odds = np.bincount(self.rows, self.values * weights[self.places], size)
        powers = np.exp(odds - np.repeat(np.maximum.reduceat(odds, self.starts), lengths))
        every = np.add.reduceat(powers, self.starts)
        good = np.maximum(np.add.reduceat(powers * self.right, self.starts), 1e-300)
        off = powers / np.repeat(every, lengths) - powers * self.right / np.repeat(good, lengths)
        slope = np.bincount(
            self.places,
            self.values * (np.repeat(self.counts, lengths) * off)[self.rows],
            len(self.signs),
        )
        loss = float(self.counts @ np.log(every / good)) + _PULL / 2 * float(weights @ weights)
        return loss, slope + _PULL * weights


def _counts(kind: str, right: frozenset[str] | None) -> float:
    if kind == "names":
        return _OF_NAMES * (_ABSENT if right is not None and not right else 1.0)
    return 1.0


def fit(some: Sequence[Example]) -> dict[str, float]:
    """Return the weights with which the right columns are likeliest, by accelerated descent."""
    choices = _Choices.of([one for one in some if one.kind != "blind"])
    old = ahead = np.zeros(len(choices.signs))
    least, most = np.array([_bounds(sign) for sign in choices.signs]).T
    before, _ = choices.loss(old)
    steep, speed = 1.0, 1.0
    for _ in range(_STEPS):
        here, slope = choices.loss(ahead)
        while True:
            step = (new := np.clip(ahead - slope / steep, least, most)) - ahead
            made = choices.loss(new)[0]
            if made <= here + slope @ step + steep / 2 * step @ step:
                break
            steep *= 2
        if made > before:
            # Too fast: begin again from the best point.
            ahead, speed = old, 1.0
            continue
        faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
        ahead, gained = new + (speed - 1) / faster * (new - old), before - made
        old, before, speed, steep = new, made, faster, steep * 0.95
        if gained < _ENOUGH * made and speed > 10:
            break
    return {sign: round(float(one), 2) for sign, one in zip(choices.signs, old, strict=True)}


def _bounds(sign: str) -> tuple[float, float]:
    """Return the least and the largest weight that a sign may have."""
    if sign.startswith(_AGAINST):
        return -np.inf, 0.0
    speaks_for = sign.endswith(_NEARER) or sign.startswith(_LOOKS)
    return (0.0 if speaks_for and not sign.startswith(_EITHER) else -np.inf), np.inf


def left_out(some: Sequence[Example]) -> dict[str, dict[str, float]]:
    """Return for every site weights that never saw it: a part of them is left out at a time."""
    sites = sorted({one.site for one in some}, key=lambda site: sha256(site.encode()).digest())
    found: dict[str, dict[str, float]] = {}
    for part in range(_PARTS):
        own = {*sites[part::_PARTS]}
        found |= dict.fromkeys(own, fit([one for one in some if one.site not in own]))
    return found


def surely(
    some: Iterable[Example], weights: Mapping[str, Mapping[str, float]], least: float
) -> Iterator[Asked]:
    """Yield what becomes of the fields with the weights of their sites."""
    for one in some:
        found = []
        pairs = zip(one.asked.fields, fields.judged(one.lines, weights[one.site]), strict=True)
        for field, (at, sure) in pairs:
            known = at is not None and sure >= least
            found.append(
                Fit(field.name, one.asked.table.columns[at or 0].name if known else "", sure)
            )
        yield from one.asked.judged(found)


def main() -> None:
    """Print what to expect, and write the weights if asked to."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.matches",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--least", type=float, nargs="*", default=[fields.LEAST])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.write and not options.corpus.exists():
        raise SystemExit(f"no weights are written without a labelled corpus at {options.corpus}")
    some = [*examples(options.corpus)]
    weights = left_out(some)
    for least in options.least:
        for kind in ("open", "blind", "written", "names"):
            print(f"least {least:.2f} {kind:8}{_line([*surely(_of(some, kind), weights, least)])}")
    _print_sure([*surely((one for one in some if one.kind in ("open", "blind")), weights, 0.0)])
    if options.write:
        _write(some, options.least[0])


def _of(some: Iterable[Example], kind: str) -> Iterator[Example]:
    return (one for one in some if one.kind == kind)


def _line(asked: Sequence[Asked]) -> str:
    found = shares(asked)
    return f"{len(asked):7}" + "".join(f"{word:>8} {share:.3f}" for word, share in found.items())


def _print_sure(asked: Collection[Asked]) -> None:
    """Print how many of the columns that are as sure are right."""
    for tenth in range(10):
        own = [one for one in asked if one.fit.column and min(int(10 * one.fit.sure), 9) == tenth]
        if own:
            right = sum(one.verdict == "right" for one in own) / len(own)
            print(
                f"sure {tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {right:.2f} of {len(own)} right"
            )


def _write(some: Sequence[Example], least: float) -> None:
    fitted = {
        "date": datetime.now(UTC).date().isoformat(),
        "fields": sum(len(one.lines) for one in some if one.kind != "blind"),
        "sites": len({one.site for one in some}),
        "by": f"python -m bench.matches --least {least} --write",
    }
    found = {"weights": fit(some), "least": least, "fitted": fitted}
    WEIGHTS.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
