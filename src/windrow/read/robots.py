"""The rules of a site's robots.txt: RFC 9309."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes, urlsplit

__all__ = ["MOST", "Robots", "parse_robots"]

# RFC 9309, 2.5: at least this many bytes have to be read.
MOST = 500 * 1024
"""The bytes of a robots.txt that are read."""

_LINE = re.compile(r"\s*([A-Za-z-]+)\s*:\s*(.*?)\s*(?:#.*)?$")
_TOKEN = re.compile(r"[A-Za-z_-]+|\*")
# Characters that mean themselves in a path, and reserved ones that stay as they are written:
# RFC 3986, 2.2 and 2.3.
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_RESERVED = ":/?#[]@!$&'()*+,;=%"


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of a site for one program: whether they allow, and for which paths."""

    rules: tuple[tuple[bool, str], ...] = ()

    def allows(self, url: str) -> bool:
        """Return whether the page at *url* may be read: the longest matching rule decides.

        >>> robots = parse_robots(b"User-agent: *\\nDisallow: /barn\\nAllow: /barn/door$", "hay")
        >>> [robots.allows(f"http://x/{path}") for path in ("hay", "barn/cow", "barn/door")]
        [True, False, True]
        """
        parts = urlsplit(url)
        path = _written(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}")
        if path == "/robots.txt":
            return True
        fitting = [(len(rule), allowed) for allowed, rule in self.rules if _fits(rule, path)]
        return max(fitting, default=(0, True))[1]


def parse_robots(content: bytes, agent: str) -> Robots:
    """Return the rules for the program *agent* in a robots.txt; other lines are ignored."""
    text = content[:MOST].decode("utf-8-sig", "replace")
    groups: dict[str, list[tuple[bool, str]]] = {}
    named: list[str] = []
    ended = False  # whether the list of programs before the rules is complete
    for key, value in _lines(text):
        if key == "user-agent":
            named = [] if ended else named
            ended = False
            if token := _TOKEN.match(value):
                named.append(token[0].lower())
                groups.setdefault(named[-1], [])
        elif key in ("allow", "disallow"):
            ended = True
            for name in named if value else []:
                groups[name].append((key == "allow", _written(value)))
    found = groups.get(agent.lower(), groups.get("*", []))
    return Robots(tuple(found))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in re.split(r"\r\n|\r|\n", text):
        if found := _LINE.match(line):
            yield found[1].lower(), found[2]


def _written(path: str) -> str:
    """Return *path* in the normal form in which paths and rules are compared."""
    known = re.sub(r"%[0-9A-Fa-f]{2}", lambda code: _decoded(code[0]), path)
    return quote(known, safe=_RESERVED + "".join(map(chr, _UNRESERVED)))


def _decoded(code: str) -> str:
    byte = unquote_to_bytes(code)
    return byte.decode() if byte[0] in _UNRESERVED else code.upper()


def _fits(rule: str, path: str) -> bool:
    """Return whether *path* matches *rule*; ``*`` is anything, a final ``$`` is the end."""
    whole = rule.endswith("$")
    first, *pieces = (rule[:-1] if whole else rule).split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    last = pieces.pop() if whole and pieces else None
    for piece in pieces:
        place = path.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    if last is not None:
        return path.endswith(last) and len(path) - len(last) >= place
    return place == len(path) or not whole
