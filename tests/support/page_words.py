"""A page of HTML in words, and the sentence at each of its fields at fault."""

import html
import re


def words_of(page: str, gap: str = "") -> str:
    """The words of a page, one space apart; a `gap` stands for each tag."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", gap, page)).split())


def field_errors(page: str) -> dict[str, str]:
    """The sentence at each field at fault, by the field's id."""
    found = re.findall(r'<p class="error" id="([\w-]+)-error" role="alert">(.*?)</p>', page)
    return {field: html.unescape(sentence) for field, sentence in found}
