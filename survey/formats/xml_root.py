"""Reads another tool's XML file: of bounded size, and without declarations."""

from xml.etree.ElementTree import Element

from survey.errors import InstrumentInvalid
from survey.translations.marked import N_

MOST_ELEMENTS = 200_000  # XML tags

TOO_LARGE = N_("This file has more in it than a questionnaire: export fewer questions.")


def xml_root(content: bytes, unreadable: str) -> Element:
    """Parses a file, without DTDs; returns its root.

    Raises InstrumentInvalid, with TOO_LARGE above MOST_ELEMENTS, with `unreadable` if it is no XML.
    """
    from defusedxml.ElementTree import fromstring

    if content.count(b"<") > MOST_ELEMENTS:
        raise InstrumentInvalid({"file": TOO_LARGE})
    try:
        root: Element = fromstring(content, forbid_dtd=True)
    except Exception as error:  # from defusedxml, expat or an unknown encoding
        raise InstrumentInvalid({"file": unreadable}) from error
    return root
