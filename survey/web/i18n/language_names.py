"""The names of the languages that an instructor chooses from; a file may hold any other."""

from babel import Locale, UnknownLocaleError
from flask_babel import get_locale

NAMES = {
    "ar": "Arabic (العربية)",
    "bn": "Bengali (বাংলা)",
    "bg": "Bulgarian (Български)",
    "ca": "Catalan (Català)",
    "zh-Hans": "Chinese, simplified (简体中文)",
    "zh-Hant": "Chinese, traditional (繁體中文)",
    "hr": "Croatian (Hrvatski)",
    "cs": "Czech (Čeština)",
    "da": "Danish (Dansk)",
    "nl": "Dutch (Nederlands)",
    "en": "English",
    "et": "Estonian (Eesti)",
    "fi": "Finnish (Suomi)",
    "fr": "French (Français)",
    "de": "German (Deutsch)",
    "el": "Greek (Ελληνικά)",
    "ha": "Hausa",
    "he": "Hebrew (עברית)",
    "hi": "Hindi (हिन्दी)",
    "hu": "Hungarian (Magyar)",
    "id": "Indonesian (Bahasa Indonesia)",
    "it": "Italian (Italiano)",
    "ja": "Japanese (日本語)",
    "ko": "Korean (한국어)",
    "ku": "Kurdish (Kurdî)",
    "lv": "Latvian (Latviešu)",
    "lt": "Lithuanian (Lietuvių)",
    "ms": "Malay (Bahasa Melayu)",
    "no": "Norwegian (Norsk)",
    "fa": "Persian (فارسی)",
    "pl": "Polish (Polski)",
    "pt": "Portuguese (Português)",
    "pt-BR": "Portuguese, Brazil (Português do Brasil)",
    "ro": "Romanian (Română)",
    "ru": "Russian (Русский)",
    "sr": "Serbian (Српски)",
    "sk": "Slovak (Slovenčina)",
    "sl": "Slovenian (Slovenščina)",
    "es": "Spanish (Español)",
    "sw": "Swahili (Kiswahili)",
    "sv": "Swedish (Svenska)",
    "th": "Thai (ไทย)",
    "tr": "Turkish (Türkçe)",
    "uk": "Ukrainian (Українська)",
    "ur": "Urdu (اردو)",
    "vi": "Vietnamese (Tiếng Việt)",
    "yo": "Yoruba (Yorùbá)",
}


def language_name(tag: str) -> str:
    """The language's name in the page's language and in its own: "Urdu (اردو)"; or its tag.

    Uses NAMES on English pages, and Unicode's names otherwise.
    """
    page = get_locale() or Locale("en")
    if page.language == "en" and (known := NAMES.get(tag)):
        return known
    try:
        locale = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return tag
    name, own = locale.get_display_name(page), locale.display_name
    if not name or not own:
        return tag
    return name if name == own else f"{name} ({own})"


def language_choices(*others: str) -> list[tuple[str, str]]:
    """(tag, name) of each of `others` that is not in NAMES, then of all in NAMES."""
    unlisted = [(tag, language_name(tag)) for tag in others if tag and tag not in NAMES]
    listed = [(tag, language_name(tag)) for tag in NAMES]
    return unlisted + sorted(listed, key=lambda each: each[1].casefold())
