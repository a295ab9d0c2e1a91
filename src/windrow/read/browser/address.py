"""Which addresses a page may reach."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

__all__ = ["is_number", "is_public", "resolved"]


def resolved(host: str, port: int) -> list[str]:
    """Return the addresses of *host*, as numbers; an empty list where it has none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # UnicodeError: a host name that no name server could be asked for.
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
    """Return whether *address* is one of the public network, and not of ours.

    >>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(part.is_global and not part.is_multicast for part in _meant(number))


def _meant(number: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """Return the address and those packed inside it: ways around a check of the outer one."""
    if isinstance(number, IPv4Address):
        return [number]
    inner: list[IPv4Address | IPv6Address] = [number]
    if number.ipv4_mapped:
        return [number.ipv4_mapped]
    if number.sixtofour:
        inner.append(number.sixtofour)
    if number.teredo:
        inner += number.teredo
    # Networks without IPv4 of their own reach it by this prefix.
    if number.packed[:12] == bytes.fromhex("0064ff9b0000000000000000"):
        inner[0] = IPv4Address(number.packed[12:])
    return inner
