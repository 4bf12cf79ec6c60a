"""Links as chats, mails and people change them, and the right reading of each."""

import hashlib

from survey.core.instrument.digest_forms import full_form

DIGEST = hashlib.sha256(b"abc").hexdigest()
FULL = full_form(DIGEST)
KEY = "9D2K4M7QA1B2C3D4E5F6G7H8"
FINGERPRINT = "9D2K 4M7Q A1B2 C3D4 E5F6 G7H8"
TOKEN = "bcd34" * 6

# With digest and key, both whole.
WHOLE = [
    f"#q={FULL}&k={KEY}",
    f"#q%3D{FULL}%26k%3D{KEY}",
    f"#q%3d{FULL}&k={KEY}",
    f"#q={FULL}&amp;k={KEY}",
    f"#q={FULL}%26amp%3Bk%3D{KEY}",
    f"#amp;q={FULL}&amp;amp;k={KEY}",
    f"#Q={FULL}&K={KEY}",
    f"#?k={KEY}&q={FULL}",
    f"#fbclid=IwAR0{'aB3_x-Z9' * 7}&q={FULL}&k={KEY}",
]
# The same links, with text that follows a link in a sentence or is copied with it.
FOLLOWED = [
    f"#q={FULL}{{0}}&k={KEY}{{0}}".format(each)
    for each in [
        ".",
        ")",
        ",",
        ">",
        "”",
        " 👍",
        " and more",
        "%20-%20see you there!",
        "%F0%9F%91%8D",
        "%20",
        " -",
        ").%20",
        "\u200b",
        "ß",
    ]
] + [
    f"#q={FULL}&k={KEY}{between}https://h.example/s/bcd234#q={FULL}&k={KEY}"
    for between in ("", " ", "%20", "\n")
]
FOLLOWED += [
    f"#k={KEY}&q={FULL}http://h.example/s/bcd234#k={KEY}&q={FULL}",
    f"#q=<{FULL}>&k=({KEY})",
]
# The digest or the key is there, but cannot be read.
DAMAGED = [
    "#q=",
    f"#q%3D{FULL[:-1]}",
    f"#q%253D{FULL}",
    f"#{FULL}",
    f"#{FULL.lower()}",
    f"#digest={FULL}",
    f"#q={FULL}&k={KEY[:-1]}",
    f"#q={FULL}&#38;k={KEY}",
    f"#q={FULL[:-1]}.",
    f"#q={FULL}x.",
    f"#q={FULL}-and more",
    f"#q={FULL[:-4]} and more",
    f"#q={FULL}&k={KEY[:-1]} please",
    f"#q={FULL[:26]}.{FULL[26:]}",
    f"#q={FULL}&k={KEY[:-1]},",
]
# With neither digest nor key.
NEITHER = [
    "",
    "#",
    "#results",
    f"#fbclid=IwAR0{'aB3_x-Z9' * 7}",
    f"#gclid={'aB3x0Z9q' * 10}",
    f"#msclkid={'0a' * 16}&utm_source=chat&utm_medium=social",
    f"#T={TOKEN}",
]

# The part of a link to the survey bcd234 that reaches the server, without a fragment.
PATHS = [
    *(f"/s/bcd234{behind}" for behind in [
        ".", ",", ";", ":", "!", "'", "*", "_", "~", ")", ").", ")%20and%20more", "&fbclid=IwAR0x",
        "%3Futm_source=chat", "%22", "%3E", "%5D", "%60", "%7C", "%20", "%09", "%0A", "%0D%0A",
        "%C2%A0", "%E2%80%8B", "%E2%80%8E", "%E2%80%9D", "%C2%BB", "%E3%80%82", "%F0%9F%91%8D",
        "%20https:%2F%2Fh.example%2Fs%2Fbcd234", "https://h.example/s/bcd234",
        ")https://h.example/s/bcd234", "](https://h.example/s/bcd234)", "%20https://h.example/s/bcd234",
        "/", "//", "./", "&amp;", "&", "%2520", "%253E",
    ]),
    "/s/%3Cbcd234%3E", "/s/(bcd234)", "/s/%E2%80%9CBCD234%E2%80%9D", "/s/%20bcd234", "/s/:bcd234",
    "/s/BCD234", "/s/bcd-234", "/s/bcd%20234", "/s/bcd%C2%AD234", "/s/bcd%E2%80%8B234",
    "/S/BCD234", "/S/bcd234.", "/s/bcd.234", "/s/bcd%E2%80%93234",
    "/s/%EF%BD%82%EF%BD%83%EF%BD%84%EF%BC%92%EF%BC%93%EF%BC%94", "/s/bcd%D9%A2%D9%A3%D9%A4",
]  # fmt: skip
# The same part with its fragment, whose "#" a chat or a redirecting mail has encoded.
ENCODED = [
    "/s/bcd234%23q={q}&k={k}&t={t}",
    "/s/bcd234%23q%3D{q}%26k%3D{k}%26t%3D{t}",
    "/s/bcd234%2523q={q}&k={k}&t={t}",
    "/s/bcd234%23q={q}&amp;k={k}&amp;t={t}",
    "/s/bcd234%23q={q}&k={k}&t={t}&fbclid=IwAR0x",
    "/s/bcd234%23q={q}&k={k}&t={t}?fbclid=IwAR0x",
    "/s/bcd234%23q={q}&k={k}&t={t}).",
    "/s/bcd234%23q={q}&k={k}&t={t}%20https://h.example/s/bcd234",
    "/s/bcd234?utm_source=chat%23q={q}&k={k}&t={t}",
    "/s/BCD-234%23q={q}&k={k}&t={t}",
    "/s/%3Cbcd234%3E%23q={q}&k={k}&t={t}",
    "/s/bcd234/%23q={q}&k={k}&t={t}",
    "/s/bcd234//%2523q={q}&k={k}&t={t}",
    "/s/%EF%BD%82%EF%BD%83%EF%BD%84%EF%BC%92%EF%BC%93%EF%BC%94%23q={q}&k={k}&t={t}",
    "/s/bcd.234/%23q={q}&k={k}&t={t}",
]
# With a tracker's parameter beside a fragment; only the fragment counts.
TRACKED = [
    "/s/bcd234?ref=%23topic#q={q}&k={k}&t={t}",
    "/s/bcd234?fbclid=IwAR0%23aem_x&utm=1#q={q}&k={k}&t={t}",
    "/s/bcd234%23topic#q={q}&k={k}&t={t}",
]
# Links that lead to another page.
OTHER_PAGES = [
    ("/s/bcd234/reports.", "/s/bcd234/reports"),
    ("/s/bcd234/results)", "/s/bcd234/results"),
    ("/s/bcd234/results%E2%80%9D", "/s/bcd234/results"),
    ("/how.", "/how"),
    ("/ledger%3E", "/ledger"),
    ("/lab/assignments).", "/lab/assignments"),
]
