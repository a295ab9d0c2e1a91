"""Connects httpx to the network: every request passes our guard, redirects included."""

import os
import ssl
from functools import cache

import httpx

from windrow.errors import PrivateAddress
from windrow.read.reach import PORTS, Reach, is_number, proxy_for

__all__ = ["Guarded", "certificates"]

# A connection goes to an address and not to a name: another host at the same address must not use
# a connection that was opened, and verified, for the first one. So no connection is used twice.
_ONCE = httpx.Limits(max_keepalive_connections=0)


class Guarded(httpx.BaseTransport):
    """Connects to the addresses that *reach* allows; *source* is the page's name in errors."""

    def __init__(self, source: str, reach: Reach) -> None:
        self._source, self._reach = source, reach
        self._ways: dict[str | None, httpx.HTTPTransport] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* if its host is allowed, or raise `PrivateAddress`."""
        url = request.url
        host = url.raw_host.decode("ascii")
        addresses = self._reach.addresses(host, url.port or PORTS[url.scheme])
        if addresses is None:
            raise PrivateAddress(self._source, host)
        # Behind the user's proxy, only that proxy may know public names.
        if (proxy := proxy_for(url.scheme, host)) and (addresses or not is_number(host)):
            return self._way(proxy).handle_request(request)
        if not addresses:
            raise httpx.ConnectError("no such host", request=request)
        # All attempts together get the time of one.
        limits = request.extensions.get("timeout", {})
        if limits.get("connect"):
            limits = {**limits, "connect": limits["connect"] / len(addresses)}
        for address in addresses[:-1]:
            try:
                return self._send(request, host, address, limits)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return self._send(request, host, addresses[-1], limits)

    def close(self) -> None:
        """Close all connections."""
        for way in self._ways.values():
            way.close()

    def _send(
        self, request: httpx.Request, host: str, address: str, limits: dict[str, float | None]
    ) -> httpx.Response:
        """Send *request* to *address*, one of several addresses of *host*."""
        sent = httpx.Request(
            request.method,
            request.url.copy_with(host=address),
            headers=request.headers,
            stream=request.stream,
            # The name that the certificate must have, although we connect to a number.
            extensions={**request.extensions, "sni_hostname": host, "timeout": limits},
        )
        return self._way(None).handle_request(sent)

    def _way(self, proxy: str | None) -> httpx.HTTPTransport:
        if proxy not in self._ways:
            try:
                self._ways[proxy] = httpx.HTTPTransport(
                    verify=certificates(), proxy=proxy, limits=_ONCE
                )
            # A kind of proxy that httpx does not know, or knows only with another package.
            except (ImportError, ValueError) as error:
                raise httpx.ProxyError(f"the proxy of this machine: {error}") from error
        return self._ways[proxy]


def certificates() -> ssl.SSLContext:
    """Return the trusted certificates; reading them takes longer than most pages."""
    return _trusted(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def _trusted(file: str | None, folder: str | None) -> ssl.SSLContext:
    # httpx looks at these two variables by itself.
    return httpx.create_ssl_context()
