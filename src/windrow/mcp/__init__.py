"""The service for agents: tools of the Model Context Protocol, over stdio and at ``/mcp``."""
