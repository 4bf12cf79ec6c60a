"""How a sheet shows a number: as a date, a time, a percentage, or with so many decimals."""

import re
import zipfile
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from survey.errors import InstrumentInvalid
from survey.formats.import_result import shown
from survey.formats.xlsform.parts import xml_of
from survey.translations.marked import N_

LARGEST_STYLES = 1024 * 1024  # bytes; larger styles are not read
MOST_STYLE_ELEMENTS = 50_000
LONGEST_FORMAT = 255  # characters, by the file format
LARGEST_SHOWN = 10**15  # a sheet knows fifteen digits

_STYLES = "xl/styles.xml"
_FIXED = re.compile(r"(?P<thousands>#,##)?0(?:\.(?P<decimals>0{1,15}))?(?P<percent>%)?")
_AS_TYPED = {"general", "@", ""}  # in any case: some programs write GENERAL

UNKNOWN_FORMAT = N_(
    "the file's number formats cannot be read, so it may look otherwise in the sheet"
)


class NumberFormats(NamedTuple):
    """The format of each style, or None if they cannot be read; and day 0 of the dates."""

    codes: list[str] | None
    since_1904: bool

    def show(self, value: float, style: int) -> tuple[str, str]:
        """The number as the sheet shows it, and a remark if the sheet may show it differently.

        The text is "" for a number that is shown as it was typed.
        """
        if self.codes is None:
            return "", UNKNOWN_FORMAT if style else ""
        code = self.codes[style] if 0 <= style < len(self.codes) else ""
        if code.lower() in _AS_TYPED:
            return "", ""
        if fixed := _FIXED.fullmatch(code):
            return (_fixed(value, fixed), "") if abs(value) < LARGEST_SHOWN else ("", "")
        if date := self._date(value, code):
            return date, N_("a date or time in the sheet, it stands here as %(date)s", date=date)
        return "", N_(
            "the sheet shows this number in the format %(code)s, which is not read",
            code=shown(code),
        )

    def _date(self, value: float, code: str) -> str:
        """The date or time in ISO 8601; "" for a number that is none."""
        from openpyxl.styles.numbers import is_date_format, is_timedelta_format
        from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

        if len(code) > LONGEST_FORMAT or not is_date_format(code):
            return ""
        epoch = MAC_EPOCH if self.since_1904 else WINDOWS_EPOCH
        try:
            moment = from_excel(value, epoch, timedelta=is_timedelta_format(code))
        except (OverflowError, ValueError):
            return ""
        if isinstance(moment, timedelta):
            minutes = round(moment.total_seconds() / 60)
            return f"{minutes // 60}:{minutes % 60:02}" if minutes >= 0 else ""
        if isinstance(moment, datetime):
            whole = value == int(value)
            return str(moment.date() if whole else moment.replace(microsecond=0))
        return moment.isoformat("minutes") if moment else ""


def number_formats(packed: zipfile.ZipFile, since_1904: bool) -> NumberFormats:
    """The formats of a workbook's styles; None instead if there are too many to read."""
    from defusedxml.ElementTree import fromstring
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    if _STYLES not in packed.namelist():
        return NumberFormats([], since_1904)
    try:
        xml = xml_of(packed, _STYLES, LARGEST_STYLES)
        if xml.count(b"<") > MOST_STYLE_ELEMENTS:
            return NumberFormats(None, since_1904)
        styles = fromstring(xml)
        named = {
            each.get("numFmtId", ""): each.get("formatCode", "")
            for each in styles.iterfind("{*}numFmts/{*}numFmt")
        }
        numbers = [each.get("numFmtId", "0") for each in styles.iterfind("{*}cellXfs/{*}xf")]
        builtin = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        return NumberFormats(
            [named.get(each) or builtin.get(each, "") for each in numbers], since_1904
        )
    except InstrumentInvalid:
        return NumberFormats(None, since_1904)
    except Exception:  # as in cells.py: the libraries do not document their errors
        return NumberFormats(None, since_1904)


def _fixed(value: float, form: re.Match[str]) -> str:
    """A number with the decimals of its format, rounded as a sheet does, half away from zero."""
    number = Decimal(str(value)) * (100 if form["percent"] else 1)
    step = Decimal(1).scaleb(-len(form["decimals"] or ""))
    text = format(number.quantize(step, ROUND_HALF_UP), ",f" if form["thousands"] else "f")
    return text + ("%" if form["percent"] else "")
