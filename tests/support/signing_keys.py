"""A key to sign with, and the one of an app as its links name it."""

from flask import Flask

from survey.wire.keys import SigningKey

KEY = SigningKey("01" * 32)


def linked_key(app: Flask) -> str:
    """The value of k= in the links to the app's surveys."""
    return app.extensions["signing_key"].public.fingerprint.replace(" ", "")
