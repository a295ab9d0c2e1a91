"""Whether two addresses are of one page, and which address follows by counting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

__all__ = [
    "AddressParts", "counted_up", "host_of", "identity", "is_home", "parts_of", "same_page",
]  # fmt: skip

# Names of session ids, in addresses of pages that are the same for all visitors.
_SESSION = re.compile(
    r"^(php|asp|j|x|aspnet_|asp\.net_)?_?(session|sess|sid)(_?id)?$|^[a-z]{0,8}sid$|^utm_\w+$", re.I
)
# A generated value: this many letters and digits without a word. Chosen, not measured.
_TOKEN = re.compile(r"^(?=.*\d)(?=.*[a-f])[0-9a-f]{20,}$", re.I)
_PATH_SESSION = re.compile(r";jsessionid=[^/?#]*|/\(S\([a-z0-9]{10,}\)\)", re.I)
_PAGE = re.compile(r"^(p|pg|page|paged|pageno|pagenum\w*|pagina|seite|sayfa)$", re.I)
# Each link of a page is compared with many others: the addresses of a few pages. Chosen, not
# measured.
_CACHED = 4096
_NAMED_NUMBER = re.compile(r"(\w+)=(\d+)")
_OFFSET = re.compile(r"^(start|offset|skip|from|first|begin)$", re.I)


@dataclass(frozen=True, slots=True)
class AddressParts:
    """The path of an address, and the names and values that it asks for."""

    path: str
    asked: tuple[tuple[str, str], ...]


@lru_cache(maxsize=_CACHED)
def parts_of(address: str) -> AddressParts:
    """Return the parts of *address*; empty ones if it is not an address.

    Names and values are in the query, and in the path.

    >>> parts_of("/find/sort=new&pg=2/x?words=hay;page=2").asked
    (('words', 'hay'), ('page', '2'), ('pg', '2'))
    """
    try:
        parts = urlsplit(address)
        asked = parse_qsl(parts.query.replace(";", "&"))
    except ValueError:
        return AddressParts("", ())
    return AddressParts(parts.path, (*asked, *_NAMED_NUMBER.findall(parts.path)))


@lru_cache(maxsize=_CACHED)
def same_page(address: str) -> str:
    """Return *address* without the parts that do not change the page.

    >>> same_page("HTTPS://www.example.com/a/?p=2#top") == same_page("http://example.com/a?p=2")
    True
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    host = parts.netloc.lower().removeprefix("www.")
    return urlunsplit(("", host, parts.path.rstrip("/") or "/", parts.query, ""))


def host_of(address: str) -> str:
    """Return the host of an address, with the port and without "www"."""
    try:
        return urlsplit(address).netloc.lower().removeprefix("www.")
    except ValueError:
        return ""


@lru_cache(maxsize=_CACHED)
def identity(address: str) -> str:
    """Return the common form of all addresses of one page: no session ids, no fragment, one host.

    >>> identity("http://www.a.com/l;jsessionid=9F?page=2&PHPSESSID=77#top")
    '//a.com/l?page=2'
    >>> identity("http://a.com/l?b=1&a=2") == identity("https://a.com/l/?a=2&b=1")
    True
    """
    try:
        parts = urlsplit(same_page(_PATH_SESSION.sub("", address)))
        asked = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return address
    kept = sorted(
        (name, value)
        for name, value in asked
        if not _SESSION.match(name) and not _TOKEN.match(value)
    )
    return urlunsplit(("", parts.netloc, parts.path, urlencode(kept), ""))


def is_home(address: str, home: str) -> bool:
    """Return whether *address* is on the site of *home*."""
    return address.startswith(("http://", "https://")) and host_of(address) == host_of(home)


def counted_up(address: str, records: int) -> str:
    """Return the address of the next page by its number; "" if the address has none.

    Offsets grow by *records*, the number of records on the page.

    >>> counted_up("http://a.com/l?q=hay&page=2", 20), counted_up("http://a.com/l?start=40", 20)
    ('http://a.com/l?q=hay&page=3', 'http://a.com/l?start=60')
    """
    parts = urlsplit(address)
    asked = parse_qsl(parts.query, keep_blank_values=True)
    for place, (name, value) in enumerate(asked):
        step = 1 if _PAGE.match(name) else records if _OFFSET.match(name) else 0
        if step and value.isdecimal() and len(value) < 7:
            asked[place] = (name, str(int(value) + step))
            return urlunsplit(parts._replace(query=urlencode(asked)))
    return ""
