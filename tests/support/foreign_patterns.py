"""Every pattern of the product that searches text from others, with examples of its matches.

Others type into a page, upload a file, send a request, or reply to a command. A pattern whose
time grows with the square of a text's length would stop the server or the page.
"""

# By module and name. The examples begin the texts on which the pattern is timed: each part of them
# is repeated a million times (tests/support/pattern_time.py).
PYTHON: dict[str, dict[str, list[str]]] = {
    "survey.app.configuration": {"_TOKEN": ["0123456789abcdef0123"]},
    "survey.app.rsgi": {"RESULTS": ["/s/bcd234/results/q1/card", "/s/bcd234/reports"]},
    "survey.app.without_flask": {"_SENT": ["/s/bcd234/responses"]},
    "survey.cli.checks.plain_http": {
        "_FIRST_LINE": ["HTTP/1.1 200 OK"],
        "_HEADER": ["Content-Type: \t text/html"],
        "_SIZE_OF_CHUNK": ["1f; name=value\r\n"],
    },
    "survey.core.instrument.digest_forms": {
        "_DIGEST": ["0" * 64],
        "_FULL": ["0 1-2 3" * 8, "0" * 52 + " word"],
        "_SHORT": ["0123 4567 89AB CDEF GHJK MNPQ - a"],
    },
    "survey.core.instrument.language_tags": {"_TAG": ["zh-Hant-TW-abcde-1abc"]},
    "survey.core.instrument.lookalikes": {
        "_FLAG": ["\U0001f3f4\U000e0067\U000e0062\U000e007f"],
        "_INVISIBLE": ["a\u200bb"],
        "_JOINING": ["\u0628"],
        "_MONGOLIAN": ["\u1820"],
    },
    "survey.core.instrument.parsing": {
        "_TOKEN": ["# a", '"""a"b\\c"""', "'''a'b'''", "a . \"b\\c\".'d' = 1", "a.a.a.a.a = 1"],
    },
    "survey.core.instrument.translation_doubts": {
        "_AR": ["لا"],
        "_ASKS": ["有没有", "是不是"],
        "_DE": ["keine"],
        "_DIGITS": ["12"],
        "_EN": ["don’t"],
        "_ES": ["ningún"],
        "_FR": ["n’a pas"],
        "_IT": ["nessuno"],
        "_NL": ["niet"],
        "_PT": ["nenhum"],
        "_ZH": ["没"],
    },
    "survey.core.library.column_values": {"_WHOLE": ["1.00", "1,0"]},
    "survey.core.library.covariates": {"_UNCLEAR": ["1,234", "-999.000"]},
    "survey.core.numerals": {
        "_DECIMAL": ["-0.25", "12"],
        "_GROUPED": ["-1 000 000"],
        "_RATIO": ["-1 / 4"],
        "_THOUSANDS": ["-1.250"],
        "_WHOLE": ["-12"],
    },
    "survey.core.responses.handed_over": {"_CODE": ["bcd234"]},
    "survey.core.responses.id_pages": {"_PREFIX": ["0a"]},
    "survey.core.responses.join_codes": {
        "_BEHIND_S": ["https://example.org/s/bcd-234?q"],
        "_OF_NO_CODE": ["bcd 234"],
        "_WRITTEN": ["<bcd- 234)https://x", "b.c.d.2.3.4."],
    },
    "survey.core.responses.links": {
        "HASH": ["a%252523b"],
        "_OF_A_LINK": ["q%3d", "t="],
        "_OF_A_SURVEY": ["https://example.org/s/bcd234"],
        "_AROUND": ["--0a https://x", "0a!b"],
        "_ENCODED": ["q%3da%26t"],
        "_LIKE_A_DIGEST": ["0123456789ABCDEFGHJKMNPQ", "0123456789abcdef" * 3],
        "_NAME": ["amp;amp;&q", "LANG"],
    },
    "survey.core.responses.response": {"_128_BITS": ["0" * 32]},
    "survey.core.responses.statement": {
        "_ORIGIN": ["deniable/statement/bcd234/1"],
    },
    "survey.core.responses.statement_terms": {"_NAME": ["class_size"]},
    "survey.docs_site.search": {"_WORD": ["kε and_γ 20"]},
    "survey.exports.csv_lines": {
        "_BEFORE_FORMULA": ["a;\"'=b", "''='"],
        "_GUARD": ["'=1;'=2", "'''=", ';\'""='],
        "_EARLIER_GUARD": ["'=1;'=2", '\'""='],
        "_QUOTED": ['a"b'],
    },
    "survey.exports.reading.csv_export": {"_OF_REPORTS": ["q12_10"]},
    "survey.exports.reading.csv_table": {
        "_ABOUT": ['"# q1: kind = yes/no; gamma = 1/4'],
        "_FACT": ['"# class_size: 60;,"', "# answered: one question each"],
        "_SETTING": ["kind = yes/no; gamma = 1/4", "options = 3, low = 0"],
        "_FOR_EXCEL": ['"sep=;"\r\n', "sep= "],
        "_QUOTED": ['a,"b, c",d', '"a'],
    },
    "survey.exports.verification.json_pieces": {"_BLANKS": [" ", "\t\n"]},
    "survey.exports.verification.tlog_proof": {
        "_FORM": ["c2sp.org/tlog-proof@v1\nextra aa==\nindex 7\naa==\naa==\n\nnote\n"],
    },
    "survey.formats.copied_forms": {
        "_OTHER": ["Option 1:"],
        "_PAGE": ["Sign in to Google to save your progress. a", "Page 1 of 2", "Submit"],
        "_SEVERAL": ["Check all that apply."],
        "_SIGNS": ["Clear selection\n", "Never give out your password. a"],
        "_WRITTEN": ["Your answer", "Please input date (M/d/yyyy)"],
    },
    "survey.formats.html_words": {"_TAG": ['<a b="c">d</a>', "<!-- a -->"]},
    "survey.formats.list_lines": {
        "ANSWER": ["answer : B"],
        "HEADING": ["## a"],
        "NUMBERING": ["Q1.  a", "Question 1: a", "1.a"],
        "_BOX": ["[ ] a ( ) b ☐ c"],
        "_BULLET": ["-  a", "(a) b", "[x] a", "___ a"],
        "_LETTER": ["A. a"],
        "_PART": ["Section IV: a"],
    },
    "survey.formats.moodle.gift": {
        "_ANSWER": ["=a ~b \\= c", "~%50%a"],
        "_BRACES": ["{=a ~b}", "\\{a {b"],
        "_ESCAPED": ["\\~ \\{"],
        "_FEEDBACK": ["a # b\n"],
        "_GIFT": ["::a::b {  =c ~d}", "{ TRUE }"],
        "_MARKUP": ["[html] a"],
        "_NAME": ["::a: b:: c", "::\\a"],
        "_POINTS": ["%-33.333%a"],
        "_TRUTH": [" TRUE #a"],
    },
    "survey.formats.plain_text": {
        "_RANGE": ["0 to 40", "1–5"],
        "_SEVERAL_AT_END": ["a? Select all that apply."],
        "_SEVERAL_LINE": ["[several]", "tick all that apply:", "Mehrfachauswahl"],
        "_SEVERAL_WITHIN": ["a (choose all that apply.)"],
    },
    "survey.formats.import_result": {
        "_ENTITY": ["&amp; &#x2014;"],
        "_HTML": ['a <b class="c"> </b>'],
        "_MARKDOWN": ["a **b** *c* __d__", "[a](b)", "# a"],
    },
    "survey.formats.xlsform.headings": {"_LANGUAGE": ["German (de)"]},
    "survey.formats.xlsform.number_formats": {"_FIXED": ["#,##0.00%"]},
    "survey.formats.xlsform.parts": {
        "_DECLARATION": ["<!DOCTYPE a>"],
        "_SHEET": ["xl/worksheets/sheet1.xml"],
    },
    "survey.formats.xlsform.rows": {
        "_AND": [". >= 0 and . <= 40"],
        "_BOUND": [". >= 0", "-9 <= ."],
        "_OTHER": ["select_one a or specify other"],
        "_PARAMETER": ["start = 1, end=5; step=1"],
        "_SELECT": ["select_multiple from a", "select1 a"],
    },
    "survey.store.models": {"_NAME": ["ada.b-1"]},
    "survey.systems": {"_ESCAPED": ["/srv/the\\040class"]},
    "survey.web.accounts.refused_form": {
        "_OWN_PATH": ["/surveys/bcd234"],
        "_NOT_TYPED": ["original-de", "a-original", "a-kind", "leave-out-a"],
    },
    "survey.web.accounts.sign_in": {"_AROUND": ["a_b-c."]},
    "survey.web.authoring.question_form": {"_PLACE": ["-12-text"]},
    "survey.web.charts.band": {"_PIECES": ["a bc  你好。 d"]},
    "survey.web.http.security_headers": {"_HOST": ["example.org:8000", "[::1]:80"]},
    "survey.web.learning.lesson_words": {"_DECIMAL": ["<mn>0.25</mn>"]},
    "survey.web.respondent.mended_addresses": {
        "_BEHIND": [".)>a"],
        "_OF_A_SURVEY": ["/s/bcd234/state"],
    },
    "survey.web.respondent.reading": {"_OF_A_SURVEY": ["/s/bcd234/instrument.json"]},
    "survey.wire.cosignature": {
        "_LINE": [f"— deniable/witness/a/{'0' * 64} A+/="],
        "_NOT_IN_A_NAME": ["a +"],
    },
}

# Patterns of the product's own texts, or that people run over their own files.
OWN = {
    "survey.docs": "programs to run by themselves, over one file",
    "survey.client_build": "the client's own source",
    "survey.docs_site": "the documentation's own source; its search is above",
    "survey.lab.words": "the lab's own sentences",
    "survey.store.postgresql.address": "the operator's own address of the database",
    "survey.web.charts.picture_files": "drawings of the product, whose texts are escaped",
}
