"""The languages of a SurveyJS survey's texts: {"default": "Really?", "de": "Wirklich?"}."""

from collections.abc import Mapping
from typing import Any

from survey.core.instrument.language_tags import language_tag

DEFAULT = "default"
DEFAULT_LANGUAGE = "en"  # of SurveyJS itself, if a survey has no locale


class Languages:
    """The languages of a survey; `own` is the tag of its own one, None if not known.

    Its own language is the survey's locale. Without a locale the first text in several languages
    decides: English, SurveyJS's own language, if that text has a default or an English version,
    otherwise its first language.
    """

    def __init__(self, locale: str | None):
        self.own = locale

    def read(self, value: Mapping[str, Any]) -> str | None:
        """The key of the text in the survey's own language; None if there are no texts.

        If that language is missing, it is the key of the default, or otherwise of the first text.
        """
        if not value:
            return None
        tags = {language_tag(key): key for key in value}
        if self.own is None:
            has_default = DEFAULT in value or DEFAULT_LANGUAGE in tags
            first = next((tag for tag in tags if tag is not None), None)
            self.own = DEFAULT_LANGUAGE if has_default else first
            if DEFAULT in value:
                return DEFAULT
        if self.own == DEFAULT_LANGUAGE and DEFAULT in value:
            return DEFAULT
        fallback = DEFAULT if DEFAULT in value else next(iter(value))
        return tags.get(self.own, fallback)

    def tag(self, key: str) -> str | None:
        """The tag that a key names; None if it is not a language."""
        return DEFAULT_LANGUAGE if key == DEFAULT else language_tag(key)
