"""Numbers and codes as people type them, and the one right reading of each, in every language.

None is refused. Python and the client read each alike.
"""

# As whole numbers.
WHOLE = [
    ("0", 0), ("7", 7), ("2000", 2000), ("007", 7), ("999999999999", 999_999_999_999),
    # Digits of twelve scripts.
    ("٢٠٠٠", 2000), ("۲۰۰۰", 2000), ("२०००", 2000), ("২০০০", 2000), ("௨௦௦௦", 2000),
    ("๒๐๐๐", 2000), ("၂၀၀၀", 2000), ("២០០០", 2000), ("༢༠༠༠", 2000), ("２０００", 2000),
    ("𝟐𝟎𝟎𝟎", 2000), ("𞥒𞥐𞥐𞥐", 2000), ("2٠0０", 2000),
    # A minus.
    ("-5", -5), ("−5", -5), ("－５", -5), ("-٥", -5), ("-0", 0), ("−1000000", -1_000_000),
    # What is around it.
    (" 12 ", 12), ("12\n", 12), ("\u00a012\u202f", 12), ("\u200f12", 12), ("\u206612\u2069", 12),
    ("\u061c-12", -12), ("\ufeff12", 12),
    # Thousands or decimals.
    ("2.000", None), ("2,000", None), ("2 000", None), ("2\u202f000", None), ("2’000", None),
    ("2'000", None), ("2_000", None), ("2·000", None), ("٢٬٠٠٠", None), ("٢٫٥", None),
    ("２，０００", None), ("２．５", None),
    ("2.0", None), ("2,0", None), ("2.", None), ("2,", None),
    (".5", None), (",5", None), ("1.000.000", None), ("1,00,000", None),
    # Signs, and what is no digit.
    ("", None), (" ", None), ("-", None), ("−", None), ("+5", None), ("--5", None), ("- 5", None),
    ("5-", None), ("5−", None), ("−−5", None), ("(5)", None), ("1/2", None), ("½", None),
    ("2²", None), ("①", None), ("Ⅳ", None), ("四", None), ("一二", None), ("1e3", None),
    ("0x10", None), ("0b1", None), ("1_0", None), ("NaN", None), ("Infinity", None), ("12 %", None),
    ("12%", None), ("ten", None), ("O", None), ("l2", None), ("12 13", None), ("1\u200b2", None),
    ("1\u200f2", None), ("1\u03062", None), ("12\u0301", None), ("1" * 13, None),
]  # fmt: skip

# As exact numbers.
EXACT = [
    ("0.25", "1/4"), ("0,25", "1/4"), (".25", "1/4"), (",25", "1/4"), ("0,3", "3/10"),
    ("3,30", "33/10"), ("3.30", "33/10"), ("2", "2"), ("−2,5", "-5/2"), ("2000", "2000"),
    ("٠٫٢٥", "1/4"), ("۰٫۲۵", "1/4"), ("०.२५", "1/4"), ("０．２５", "1/4"), ("０，２５", "1/4"),
    ("0.123", "123/1000"), ("0,123", "123/1000"), ("-0,123", "-123/1000"), ("0.000", "0"),
    ("1.2500", "5/4"), ("1,2500", "5/4"), ("1234.567", "1234567/1000"), ("01.250", "5/4"),
    ("1/4", "1/4"), (" 1 / 4 ", "1/4"), ("١/٤", "1/4"), ("1⁄4", "1/4"), ("１／４", "1/4"),
    ("\u20661/4\u2069", "1/4"), ("0.66666666667", "66666666667/100000000000"),
    # Thousands to some, decimals to others.
    ("1.250", None), ("1,250", None), ("-1.250", None), ("１，２５０", None), ("٢٫٠٠٠", None),
    ("1.000.000", None), ("1,234.5", None), ("1.234,5", None), ("1 250", None), ("2’500", None),
    ("", None), (".", None), ("-", None), ("%", None), ("-.", None), ("5.", None), ("5,", None),
    ("1/0", None), ("0/0", None), ("1.2.3", None), ("1/4/2", None), ("1/-4", None),
    ("1.5/2", None), ("25%", None), ("+1", None), ("1e-1", None), ("nan", None), ("inf", None),
    ("¼", None), ("0.2²", None), ("a quarter", None), ("0x1", None), ("1_0", None),
    ("9" * 13, None), ("0." + "3" * 21, None),
]  # fmt: skip

# Also as shares.
SHARES = [
    ("25%", "1/4"), ("24,7 %", "247/1000"), ("24.7%", "247/1000"), ("٢٥٪", "1/4"),
    ("２５％", "1/4"), (" 25\u00a0% ", "1/4"), ("\u206625\u00a0%\u2069", "1/4"), ("0%", "0"),
    ("1/4%", "1/400"), ("%", None), ("25%%", None), ("%25", None), ("1,250%", None),
    ("25 percent", None),
]  # fmt: skip

# As the letters of a code.
CODES = [
    ("bcd234", "bcd234"), ("BCD 234", "bcd234"), ("  Bcd-234 ", "bcd234"),
    ("B C D 2 3 4", "bcd234"),
    ("bcd.234", "bcd234"), ("bcd–234", "bcd234"), ("bcd—234", "bcd234"), ("bcd‑234", "bcd234"),
    ("bcd_234", "bcd234"), ("bcd·234", "bcd234"), ("bcd/234", "bcd234"), ("“bcd 234”.", "bcd234"),
    ("ｂｃｄ２３４", "bcd234"), ("ＢＣＤ２３４", "bcd234"), ("bcd٢٣٤", "bcd234"),
    ("bcd۲۳۴", "bcd234"), ("bcd२३४", "bcd234"), ("𝐛𝐜𝐝𝟐𝟑𝟒", "bcd234"), ("bcd\u00a0234", "bcd234"),
    ("bcd\u200b234", "bcd234"),
    ("bcd\u00ad234", "bcd234"), ("\u2066bcd234\u2069", "bcd234"), ("b\u0301cd234", "bcd234"),
    ("代码bcd234", "bcd234"), ("кbcd234", "bcd234"), ("bcd234👍", "bcd234"), ("bcd23", "bcd23"),
    ("BCDFG.HJKMN–PQRTW XYBCD FGHJK ２３４６7", "bcdfghjkmnpqrtwxybcdfghjk23467"),
    ("https://h.example/s/bcd234#q=ABC&k=DEF&t=BCDFG-HJKMN", "bcdfghjkmn"),
    ("Link: h.example/s/bcd234%23t=BCDFG-HJKMN&utm_content=x", "bcdfghjkmn"),
    ("h.example/s/bcd234#q=ABC&amp;t=ＢＣＤＦＧ", "bcdfg"), ("#bcd234", "bcd234"),
    ("", ""), ("-", ""),
    ("👍", ""), ("кот", ""), ("\ud800", ""),
]  # fmt: skip
