"""A code pairs one extension, once, and not for long; guessing it is hopeless."""

import pytest

from windrow.errors import WrongCode
from windrow.service.pairing import Pairing


def test_a_code_works_once_however_it_is_written() -> None:
    pairing = Pairing("secret")
    code, _ = pairing.begin()

    assert pairing.finish(f" {code[:4]}-{code[4:]} ".lower()) == "secret"
    with pytest.raises(WrongCode):
        pairing.finish(code)


def test_without_a_code_nothing_is_right() -> None:
    with pytest.raises(WrongCode):
        Pairing("secret").finish("")


def test_a_code_grows_old() -> None:
    now = 0.0
    pairing = Pairing("secret", clock=lambda: now)
    code, seconds = pairing.begin()

    now = seconds
    with pytest.raises(WrongCode):
        pairing.finish(code)


def test_a_new_code_ends_the_one_before() -> None:
    pairing = Pairing("secret")
    before, _ = pairing.begin()
    pairing.begin()

    with pytest.raises(WrongCode):
        pairing.finish(before)


def test_after_some_wrong_codes_the_right_one_is_wrong_too() -> None:
    pairing = Pairing("secret")
    code, _ = pairing.begin()

    for _ in range(5):
        with pytest.raises(WrongCode):
            pairing.finish("WRONG")
    with pytest.raises(WrongCode):
        pairing.finish(code)
