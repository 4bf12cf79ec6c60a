"""The seed that an address asks for: ?seed=7, and the one after it with &again=1."""

from flask import request

from survey.lab.lesson import SEED, typed


def seed_asked() -> int:
    """The seed, which begins at 1 again after the last; raises ParameterError for no seed."""
    seed = int(SEED.parse(request.args.get("seed") or typed(SEED.initial)))
    return seed % SEED.high + 1 if "again" in request.args else seed
