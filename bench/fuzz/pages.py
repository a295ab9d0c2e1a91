"""Pages for the fuzzer: pieces of real ones, changed as chance has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

from bench.corpus import ARTICLES, CORPUS, EXAMPLES, GOLDEN, page_files

__all__ = ["mutated_page", "source_files"]

_PART = re.compile(rb"<[^<>]*>|[^<]+|<")
_NAME = re.compile(rb"^<(/?)[A-Za-z][^\s/>]*")
# Most cases are small, so that there are many of them; one in a thousand is a whole page.
# Chosen, not measured: bytes, and how often.
_SIZES = ((300, 300), (900, 400), (2_500, 230), (8_000, 60), (30_000, 9), (300_000, 1))
_MOST_CHANGES = 12  # chosen, not measured

_LABELS = (
    b"div p ul ol li table tbody thead tr td th dl dt dd a b i span h1 h3 img br hr input form "
    b"select option optgroup button label svg math title template noscript script style pre "
    b"textarea iframe object frameset caption col colgroup my-card x article section body html "
    b"head base link meta font nobr marquee ruby rt plaintext xmp details summary video source"
).split()
_ATTRIBUTES = (
    b"colspan=1000", b"rowspan=65534", b"rowspan=0", b"colspan=-1", b"colspan=99999999999999999999",
    b"colspan=\xc2\xb2", b"hidden", b"style='display:none'", b"class='a b c'", b"class=''",
    b"class='row-1'", b"id=x", b"href='http://['", b"href='//['", b"href='http://a:99999/'",
    b"href=javascript:x()", b"href='/1?a=b&amp;c'", b"href='#'", b"href='data:,x'", b"src=''",
    b"src='http://x:y/'", b"data-src=j.png", b"value='1'", b"title='<b>'", b"datetime='0000-00-00'",
    b"datetime='9999-99-99T99:99'", b"content='x'", b"itemprop=price", b"type=hidden",
    b"type='\xff'", b"dir=rtl", b"lang=de", b"data-x='{{&quot;}}'", b"=x", b"'", b"\"",
)  # fmt: skip
_TEXTS = (
    b"$1.00", b"EUR 1.234,56", b"1e999", b"-0", b"NaN", b"9" * 40, b"9" * 5000, b"1,2,3,4",
    b"\xd9\xa1\xd9\xa2\xd9\xa3", b"\xc2\xb2", b"\xe2\x91\xa0", b"12/31/0000", b"2024-02-30",
    b"0001-01-01", b"99999-01-01", b"31 Feb 10000000000", b"yesterday", b"in 99999999999 years",
    b"12:99", b"24:00", b"1 ago", b"a@b", b"+1 (0) 2", b"=cmd()", b"-", b"&nbsp;", b"&#0;",
    b"&#xD800;", b"&#x110000;", b"&bogus;", b"\xe2\x80\x8b", b"\xe2\x80\xae", b"\xf0\x9f\x98\x80",
    b"\xed\xa0\x80", b"\xff\xfe", b"\x1b[31m", b"\0", b"\r", b"Name:", b":", b"Price: 3", b"true",
    b"x" * 3000, b"<", b"<!--", b"-->", b"]]>", b"</", b"<?x", b"<![CDATA[", b"&", b"\\", b"%s",
    b"{}", b"a;b", b"a,b\n\"c\"", b"100%", b"1/2", b"$", b"\xe2\x82\xac", b"1 000 000 kr",
)  # fmt: skip

_Parts = list[bytes]


@lru_cache(maxsize=1)
def source_files() -> tuple[Path, ...]:
    """Return the pages that cases are made from: the examples, and the corpus where it is."""
    own = [*page_files(EXAMPLES), *page_files(GOLDEN), *page_files(ARTICLES)]
    return (*own, *(page_files(CORPUS) if CORPUS.is_dir() else []))


def mutated_page(chance: Random, files: Sequence[Path] | None = None) -> bytes:
    """Return a page that was made from one or two of *files* by a few changes.

    >>> example = [EXAMPLES / "shop.html"]
    >>> mutated_page(Random(1), example) == mutated_page(Random(1), example)
    True
    """
    files = files or source_files()
    parts = _piece(chance, files)
    for _ in range(chance.randrange(_MOST_CHANGES)):
        chance.choice(_CHANGES)(chance, parts, files)
    content = b"".join(parts)
    return _bytes_changed(chance, content) if chance.random() < 0.2 else content


@lru_cache(maxsize=400)
def _content(path: Path) -> bytes:
    return path.read_bytes()[:300_000]


def _piece(chance: Random, files: Sequence[Path]) -> _Parts:
    """Return a stretch of a page, cut into tags and texts."""
    content = _content(chance.choice(files))
    sizes, weights = zip(*_SIZES, strict=True)
    size = chance.choices(sizes, weights)[0]
    start = chance.randrange(max(len(content) - size, 0) + 1)
    return _PART.findall(content[start : start + size])


def _range(chance: Random, parts: _Parts) -> slice:
    start = chance.randrange(len(parts) + 1)
    return slice(start, start + int(chance.paretovariate(0.7)))


def _drop(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    del parts[_range(chance, parts)]


def _repeat(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    where = _range(chance, parts)
    again = parts[where][:60] * chance.choice((1, 1, 2, 3, 10, 40))
    parts[where.start : where.start] = again


def _move(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    where = _range(chance, parts)
    taken = parts[where]
    del parts[where]
    place = chance.randrange(len(parts) + 1)
    parts[place:place] = taken


def _insert_tag(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    place = chance.randrange(len(parts) + 1)
    words = [chance.choice(_LABELS), *chance.choices(_ATTRIBUTES, k=chance.randrange(3))]
    end = chance.choice((b"", b"", b"/"))
    parts[place:place] = [b"<" + end + b" ".join(words) + b">"] * chance.choice((1, 1, 1, 2, 30))


def _relabel(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    """Give all tags of a name another one, or only a stretch of them."""
    where = _range(chance, parts) if chance.random() < 0.5 else slice(0, len(parts))
    tags = [found[0][len(found[1]) + 1 :] for part in parts[where] if (found := _NAME.match(part))]
    if not tags:
        return
    old, new = chance.choice(tags), chance.choice(_LABELS)
    for k, part in enumerate(parts[where], where.start):
        if (found := _NAME.match(part)) and found[0][len(found[1]) + 1 :] == old:
            parts[k] = b"<" + found[1] + new + part[found.end() :]


def _add_attribute(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    places = [k for k, part in enumerate(parts) if _NAME.match(part) and part[1:2] != b"/"]
    word = b" " + chance.choice(_ATTRIBUTES)
    for k in chance.sample(places, min(len(places), chance.choice((1, 1, 2, 20)))):
        parts[k] = parts[k].rstrip(b"/>") + word + b">"


def _retext(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    places = [k for k, part in enumerate(parts) if not part.startswith(b"<") and part.strip()]
    for k in chance.sample(places, min(len(places), chance.choice((1, 1, 3, 30)))):
        parts[k] = chance.choice(_TEXTS)


def _nest(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    label, depth = chance.choice(_LABELS), chance.choice((1, 2, 20, 600))
    where = _range(chance, parts)
    close = [b"</" + label + b">"] * depth if chance.random() < 0.7 else []
    parts[where] = [*[b"<" + label + b">"] * depth, *parts[where], *close]


def _splice(chance: Random, parts: _Parts, files: Sequence[Path]) -> None:
    other = _piece(chance, files)
    place = chance.randrange(len(parts) + 1)
    parts[place:place] = other[_range(chance, other)][:200]


_CHANGES: tuple[Callable[[Random, _Parts, Sequence[Path]], None], ...] = (
    _drop, _repeat, _repeat, _move, _insert_tag, _insert_tag, _relabel, _add_attribute,
    _add_attribute, _retext, _retext, _nest, _splice,
)  # fmt: skip


def _bytes_changed(chance: Random, content: bytes) -> bytes:
    """Return *content* cut off, with other bytes in it, or in another encoding."""
    kind = chance.randrange(5)
    if kind == 0:
        return content[: chance.randrange(len(content) + 1)]
    if kind == 1:
        changed = bytearray(content)
        for _ in range(min(len(changed), chance.choice((1, 4, 30)))):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        return bytes(changed)
    if kind == 2:
        codec = chance.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7"))
        return content.decode("utf-8", "replace").encode(codec)
    if kind == 3:
        charset = chance.choice((b"utf-16", b"gbk", b"x-user-defined", b"nonesuch", b"iso-2022-jp"))
        return b"<meta charset=" + charset + b">" + content
    return chance.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"%PDF", b"\x1f\x8b")) + content
