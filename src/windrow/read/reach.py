"""Which addresses may be reached: one guard for every connection, however pages are fetched.

A name is looked up once, its addresses are checked, and the connection goes to one of them:
a name whose address changes in between (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

__all__ = ["PORTS", "Reach", "is_number", "is_public", "proxy_for", "resolved"]

PORTS = {"http": 80, "https": 443}
"""The ports of the schemes that we read."""

# Addresses that Python calls global, but that are not public: relays (RFC 7526), and the address
# of the host of Azure's machines (learn.microsoft.com, "What is IP address
# 168.63.129.16?").
_CLOSED = (ip_network("192.88.99.0/24"), ip_network("168.63.129.16/32"))
# The assigned part of IPv6 (RFC 4291, 2.4; IANA's registry), and the part for documentation.
_GIVEN_OUT = IPv6Network("2000::/3")
_DOCUMENTS = IPv6Network("3fff::/20")
# Networks without IPv4 reach it through this prefix (RFC 6052).
_TRANSLATED = IPv6Network("64:ff9b::/96")
# The middle of an IPv6 address that ends in an IPv4 address (ISATAP, RFC 5214).
_TUNNELLED = (bytes.fromhex("00005efe"), bytes.fromhex("02005efe"))


@dataclass(slots=True)
class Reach:
    """What one page may reach: the public network, allowed hosts, and its own host.

    A host is named as ``HOST`` or ``HOST:PORT``; ``*`` is all of them. The page's own host may be
    private if a person has typed its address (`trust`).
    """

    private: tuple[str, ...] = ()
    _home: str = ""
    _ports: frozenset[int] = frozenset()
    _seen_at: frozenset[str] | None = None

    def trust(self, url: str) -> None:
        """Allow the host of *url* to be private, at the addresses of its first lookup only."""
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS.get(parts.scheme.lower(), 0)
        except ValueError:
            # Not an address: fetching it will say so.
            return
        self._home = _canonical(parts.hostname or "")
        # A site may lead from http to https.
        self._ports = frozenset(PORTS.values() if port in PORTS.values() else [port])

    def addresses(self, host: str, port: int) -> list[str] | None:
        """Return the addresses to connect to for *host*: an empty list if it is unknown.

        None if it may not be reached.
        """
        host = _canonical(host)
        found = resolved(host, port)
        names = {"*", host, f"[{host}]", f"{host}:{port}", f"[{host}]:{port}"}
        if not names.isdisjoint(map(_canonical, self.private)):
            return found
        own = self._own(host, port, found)
        # A private address among public ones is a trick of DNS rebinding.
        return found if all(is_public(address) or address in own for address in found) else None

    def _own(self, host: str, port: int, found: list[str]) -> frozenset[str]:
        if host != self._home or port not in self._ports:
            return frozenset()
        if self._seen_at is None:
            self._seen_at = frozenset(found)
        return self._seen_at


def resolved(host: str, port: int) -> list[str]:
    """Return the addresses of *host*, as numbers; an empty list if it has none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # UnicodeError: a host name that cannot be looked up.
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_number(host: str) -> bool:
    """Return whether *host* is an address and not a name."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Return whether *address* is on the public network.

    >>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(number, IPv4Address):
        return _is_open(number)
    if number.ipv4_mapped:
        return _is_open(number.ipv4_mapped)
    if number in _TRANSLATED:
        return _is_open(IPv4Address(number.packed[12:]))
    is_given_out = number in _GIVEN_OUT and number not in _DOCUMENTS and number.is_global
    return is_given_out and all(map(_is_open, _packed(number)))


def proxy_for(scheme: str, host: str) -> str | None:
    """Return the proxy that this machine uses for *host*, if there is one."""
    from urllib.request import getproxies, proxy_bypass

    found = getproxies()
    proxy = found.get(scheme) or found.get("all")
    return None if not proxy or proxy_bypass(host) else proxy


def _is_open(number: IPv4Address) -> bool:
    closed = number.is_multicast or any(number in network for network in _CLOSED)
    return number.is_global and not closed


def _packed(number: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses inside an IPv6 one, which could bypass a check of the latter."""
    inner = [*(number.teredo or ())]
    if number.sixtofour:
        inner.append(number.sixtofour)
    if number.packed[8:12] in _TUNNELLED:
        inner.append(IPv4Address(number.packed[12:]))
    return inner


def _canonical(host: str) -> str:
    return host.lower().rstrip(".")
