"""Our errors, in one tree.

    WindrowError
    ├── ReadError            the page could not be had
    └── ...

Facts are attributes; the message speaks the user's words, and a hint says what to do next.
"""

__all__ = ["WindrowError"]


class WindrowError(Exception):
    """Base of our errors: ``except WindrowError`` catches them all and hides no bug."""
