"""Which language a SurveyJS survey's texts are in: {"default": "Really?", "de": "Wirklich?"}."""

from collections.abc import Mapping
from typing import Any

from survey.core.instrument.language_tags import language_tag

DEFAULT = "default"
DEFAULT_LANGUAGE = "en"  # of SurveyJS itself, where a survey says no locale


class Languages:
    """`own` is the tag of the language in which the survey's own words are; None if not known.

    It is the survey's locale. Without one the first text in several languages
    decides: where that has a default, it is SurveyJS's own, English.
    """

    def __init__(self, locale: str | None):
        self.own = locale

    def read(self, value: Mapping[str, Any]) -> str | None:
        """Under which key the survey's own words stand."""
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
        """The tag of another language; None for what is none."""
        return DEFAULT_LANGUAGE if key == DEFAULT else language_tag(key)
