"""Pairing: an extension gets the token in exchange for a code that the studio shows."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from windrow.errors import WrongCode

__all__ = ["Pairing"]

# Seconds that a code is valid, and how many wrong codes are allowed: chosen, not measured.
_SECONDS = 300
_TRIES = 5
# Characters that are not mistaken for each other.
_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
# Chosen: nobody guesses one of 32**8 codes in five tries.
_LENGTH = 8


@dataclass
class Pairing:
    """Returns *token* for the newest code, once."""

    token: str
    clock: Callable[[], float] = time.monotonic
    _code: str = ""
    _end: float = 0.0
    _tries: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> tuple[str, int]:
        """Return a new code and how many seconds it is valid; the previous one is invalid now."""
        with self._lock:
            self._code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
            self._end, self._tries = self.clock() + _SECONDS, _TRIES
            return self._code, _SECONDS

    def finish(self, code: str) -> str:
        """Return the token for the *code*; raise `WrongCode` if it is wrong.

        >>> pairing = Pairing("secret")
        >>> code, _ = pairing.begin()
        >>> pairing.finish(code.lower())
        'secret'
        """
        given = "".join(code.split()).replace("-", "").upper()
        with self._lock:
            self._tries -= 1
            is_open = bool(self._code) and self._tries >= 0 and self.clock() < self._end
            same = secrets.compare_digest(given.encode("utf-8", "replace"), self._code.encode())
            if not is_open or not same:
                raise WrongCode
            self._code = ""
            return self.token
