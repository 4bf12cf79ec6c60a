"""The root of another tool's XML file: one of bounded size, without declarations."""

from xml.etree.ElementTree import Element

from survey.errors import InstrumentInvalid

MOST_ELEMENTS = 200_000  # XML tags

TOO_LARGE = "This file has more in it than a questionnaire: export fewer questions."


def xml_root(content: bytes, unreadable: str) -> Element:
    """Parses a file, without DTDs; returns its root.

    Raises InstrumentInvalid: TOO_LARGE above MOST_ELEMENTS, `unreadable` if it is no XML.
    """
    from defusedxml.ElementTree import fromstring

    if content.count(b"<") > MOST_ELEMENTS:
        raise InstrumentInvalid({"file": TOO_LARGE})
    try:
        root: Element = fromstring(content, forbid_dtd=True)
    except Exception as error:  # defusedxml's, expat's and those of unknown encodings
        raise InstrumentInvalid({"file": unreadable}) from error
    return root
