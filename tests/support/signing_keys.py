"""A key to sign with, and the one of an app as its links name it."""

from flask import Flask

from survey.wire.keys import SigningKey

KEY = SigningKey("01" * 32)


def linked_key(app: Flask) -> str:
    """What stands behind k= in the links to its surveys."""
    return app.extensions["signing_key"].public.fingerprint.replace(" ", "")
