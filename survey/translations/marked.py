"""Marks sentences where they are said, for the catalogs."""


def N_(sentence: str) -> str:
    """The sentence itself; the call lets pybabel find a sentence that is translated later."""
    return sentence
