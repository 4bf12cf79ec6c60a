"""The key with which an app signs, as links name it."""

from flask import Flask


def linked_key(app: Flask) -> str:
    """What stands behind k= in the links to its surveys."""
    return app.extensions["signing_key"].public.fingerprint.replace(" ", "")
