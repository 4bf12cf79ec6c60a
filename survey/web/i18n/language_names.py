"""The names of the languages that an instructor chooses from; a file may hold any other."""

from babel import Locale, UnknownLocaleError

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
    """The language's name from the list, else from Unicode's, else its tag."""
    if known := NAMES.get(tag):
        return known
    try:
        locale = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return tag
    english, own = locale.get_display_name("en"), locale.display_name
    if not english or not own:
        return tag
    return english if english == own else f"{english} ({own})"


def language_choices(*others: str) -> list[tuple[str, str]]:
    """(tag, name) of `others` that are not in the list, then of all in the list."""
    unlisted = [(tag, language_name(tag)) for tag in others if tag and tag not in NAMES]
    return unlisted + list(NAMES.items())
