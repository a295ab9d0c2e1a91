"""windrow mcp: tools for agents, over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from windrow.cli.serving import service_options
from windrow.errors import need

if TYPE_CHECKING:
    from windrow.service.bounds import Bounds

__all__ = ["command"]


@click.command("mcp")
@service_options
def command(home: str, bounds: Bounds) -> None:
    """Serve windrow's tools to an agent over standard input and output (Model Context Protocol).

    The service has the same tools at `/mcp`.

    \b
    Example:
        windrow mcp --files pages/
    """
    need("mcp", "mcp")
    from windrow.mcp.server import agent_server
    from windrow.service.service import Service

    with Service(home, bounds) as service:
        agent_server(service).run("stdio")
