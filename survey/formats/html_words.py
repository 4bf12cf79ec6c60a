"""The words in a text of HTML, as other tools store it."""

import html
import re

from survey.translations.marked import N_

HTML = N_("only the words of a text are taken")  # the reason for leaving out the rest of a text

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*+)[^<>]*+>|<![^<>]*+>")
_BLOCKS = {"p", "div", "br", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table"}
_PLAIN = {"p", "div", "br", "span", "font"}
_UNREAD = {"script", "style"}


def words_of(text: str) -> tuple[str, bool]:
    """The words of a text in HTML, and whether it has more, such as pictures, that is lost."""
    text = text.replace("\n", " ")
    words: list[str] = []
    drawn, unread, done = False, False, 0
    for tag in _TAG.finditer(text):
        if not unread:
            words.append(text[done : tag.start()])
        name, done = (tag["name"] or "").lower(), tag.end()
        drawn |= name not in _PLAIN
        if name in _UNREAD:
            unread = not tag["end"]
        if name in _BLOCKS:
            words.append("\n")
    if not unread:
        words.append(text[done:])
    lines = (" ".join(html.unescape(line).split()) for line in "".join(words).split("\n"))
    return "\n".join(line for line in lines if line), drawn
