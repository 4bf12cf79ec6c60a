"""python verify_list.py EXPORT.json [ROOT [KEY]]: every fault of a closed survey's list."""

import json
import math
import re
import sys
from base64 import b64decode
from fractions import Fraction
from hashlib import sha256 as _sha256
from itertools import pairwise
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

# The checks that this program leaves to `survey verify`.
LEFT = (
    "sentences, every interval but hoeffding, projected shares, what the definitions say, fields "
    "and signed lines of other names"
)
# The SHA-256 of the definitions of releases whose statements signed none.
UNSIGNED = [
    "e34acea495e36f8c81c52211f2585e6e8f740751af479335bc8beb79e38cb4e1",
    "119981287312273401c88c387f7daa95d46ba22f9392fcac178812ac569ced13",
]
# The y of the curve's points of small order: by such a key one signature fits any message.
FIELD = 2**255 - 19
ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022
SMALL_ORDER = {0, 1, FIELD - 1, ORDER_8, FIELD - ORDER_8}


def raw(digits):
    return bytes.fromhex(digits)


def sha256(data):
    return _sha256(data).digest()


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def is_short(typed, data):  # the first 120 bits in base 32
    bits = int.from_bytes(data[:15], "big")
    letters = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ"[bits >> 5 * i & 31] for i in range(23, -1, -1)]
    return re.sub(r"\W", "", typed).upper() == "".join(letters)


def signed(key, signature, message):
    points = [int.from_bytes(each[:32], "little") % 2**255 % FIELD for each in (key, signature)]
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except Exception:  # for any malformed key or signature
        return False
    return not SMALL_ORDER.intersection(points)


def leaf_of(response, digest):
    told = raw(response["response_id"]) + canonical(response["reports"])
    return sha256(b"\0" + told + digest)


def node(left, right):
    return sha256(b"\1" + left + right)


def root_of(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"")
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return node(root_of(leaves[:left]), root_of(leaves[left:]))


def read_note(note):
    text, _, line = note.rpartition("\n\n")
    origin, size, root, *lines = text.split("\n")
    told = {name: json.loads(value) for name, value in (each.split(" ", 1) for each in lines)}
    key, signature = raw(told["key"]), b64decode(line.split(" ")[2])
    kind, code, closing = origin.rsplit("/", 2)
    if kind != "deniable/statement" or not signed(key, signature[4:], f"{text}\n".encode()):
        raise ValueError("a statement's signature does not hold")
    final = bool(told.get("final"))
    right = closing == "1" or told["follows"] and not final
    if not right or len(told) < len(lines) or not is_short(told["fingerprint"], sha256(key)):
        raise ValueError("a statement says a thing twice, or another fingerprint or closing")
    told |= {"code": code, "closing": int(closing), "size": int(size), "root": b64decode(root)}
    return {"asked": None} | told | {"hash": final or sha256(f"{text}\n".encode()).hex()}


def receipt_faults(mine, statement):
    digest = raw(mine["instrument"])
    message = f"deniable/acknowledgement/{mine['code']}\n".encode() + digest + leaf_of(mine, digest)
    if not signed(raw(mine["key"]), raw(mine["signature"]), message):
        return ["the receipt's signature does not hold"]
    ours = all(mine[name] == statement[name] for name in ("code", "key"))
    return [] if ours else ["the receipt is of another survey or key"]


def columns_of(question):  # the number of values a report can have in each column
    options = len(question.get("options", ()))
    many = {"choice": [options], "several": [2] * options, "rating": [question.get("highest")]}
    return many.get(question["kind"], [2])


def result_of(name, question, columns, n, alpha):  # what the file must hold, from the counts
    kind, gamma = question["kind"], Fraction(question["gamma"])
    odds, k = (1 + 2 * gamma) / (1 - 2 * gamma), len(columns[0])
    width = float((odds + k - 1) / (odds - 1)) * math.sqrt(math.log(2 / alpha) / 2 / max(n, 1))

    def about(estimate, scale=1):
        ends = [estimate - scale * width, estimate + scale * width] if n else None
        return {"estimate": estimate if n else None, "intervals": {"hoeffding": ends}}

    def share(count):
        reported = {"reported_yes": count, "reported_share": count / n if n else None}
        return reported | about(float((Fraction(count, n or 1) * (odds + k - 1) - 1) / (odds - 1)))

    found = {"question": name, "kind": kind, "text": question["text"], "respondents": n}
    found |= {"gamma": question["gamma"], "odds": [odds.numerator, odds.denominator]}
    found |= {"epsilon": math.log(odds) * len(columns)}
    shares = [share(count) for count in columns[0]]
    if kind == "yes/no":
        return found | shares[1]
    if kind == "number":
        low, high = question["low"], question["high"]
        mean = about(low + (high - low) * (shares[1]["estimate"] or 0), high - low)
        return found | {"low": low, "high": high, "mean": mean, "reported_high": columns[0][1]}
    if kind == "rating":
        found |= {"low": 1, "high": k}
        mean = sum((share["estimate"] or 0) * (i + 1) for i, share in enumerate(shares))
        found |= {"mean": about(mean, k - 1)}
    names = [name] * k
    if kind == "several":
        shares = [share(yes) for _, yes in columns]
        names = [f"{name}_{i + 1}" for i in range(len(shares))]
    labels = question.get("options") or [str(i + 1) for i in range(k)]
    told = zip(names, labels, shares, strict=True)
    return found | {"options": [{"name": a, "option": b} | c for a, b, c in told]}


def agree(expected, said):  # a file may hold more than is expected
    if isinstance(expected, dict):
        names = isinstance(said, dict) and expected.keys() <= said.keys()
        return names and all(agree(value, said[name]) for name, value in expected.items())
    if isinstance(expected, list):
        return type(said) is list and len(expected) == len(said) and all(map(agree, expected, said))
    if isinstance(expected, float):
        return type(said) in (int, float) and math.isclose(expected, said, abs_tol=1e-9)
    return type(said) is type(expected) and said == expected


def verify(export, root="", key="", receipt=None, earlier=None):
    """Every fault; root and key as the slide shows them, a receipt, an earlier export if known."""
    faults = []

    def check(holds, fault):
        return holds or faults.append(fault)

    instrument, listed, questions = (
        export[each] for each in ("instrument", "reports", "questions")
    )
    digest, n, tallies, asked = sha256(canonical(instrument)), len(listed), [], []
    check(digest.hex() == export["instrument_sha256"], "another questionnaire")
    ids = {
        each["response_id"] for each in listed if re.fullmatch("[0-9a-f]{32}", each["response_id"])
    }
    check(len(ids) == n and agree(n, export["responses"]), "responses")
    sent = [report for each in listed for report in each["reports"]]
    check({type(report) for report in sent} <= {int, type(None)}, "reports that are none")
    columns = [columns_of(question) for question in instrument["questions"]]
    stated = 0  # so many intervals share alpha, if they are to hold together
    for question, sizes in zip(instrument["questions"], columns, strict=True):
        many = {"choice": sizes[0], "rating": sizes[0] + 1}
        stated += many.get(question["kind"], len(sizes))
    alpha = (1 - export["confidence"]) / (stated if export["simultaneous"] else 1)
    results, items = [], []
    for number, (question, sizes) in enumerate(zip(instrument["questions"], columns, strict=True)):
        rows = [each["reports"][len(tallies) :][: len(sizes)] for each in listed]
        counts = [[sum(row[i : i + 1] == [value] for row in rows) for value in range(size)]
                  for i, size in enumerate(sizes)]  # fmt: skip
        tallies, asked = tallies + counts, [*asked, [set(row) != {None} for row in rows]]
        name, total = f"q{number + 1}", sum(asked[-1])
        check({total}.issuperset(map(sum, counts)), f"{name} has reports that are none")
        several = question["kind"] == "several"
        items += [f"{name}_{i + 1}" for i in range(len(sizes))] if several else [name]
        results.append(result_of(name, question, counts, total, alpha))
    check(len(results) == len(questions), "questions")
    for result, said in zip(results, questions, strict=False):
        check(agree(result, said), f"{result['question']} is altered")
    each = "one_question_each" in instrument
    spent = [result["epsilon"] for result in results]
    whole = {"confidence_each": 1 - alpha, "epsilon": max(spent) if each else sum(spent)}
    check(agree(whole | {"items": items}, export), "the survey's figures are altered")
    due, told = (1, list(map(sum, asked))) if each else (len(asked), None)
    answered = zip(zip(*asked, strict=True), listed, strict=True)
    answers = {(sum(row), len(one["reports"])) for row, one in answered}
    check(answers <= {(due, len(tallies))}, "answers to another number of questions")
    leaves = sorted(leaf_of(each, digest) for each in listed)
    try:
        statements = [read_note(each) for each in export["statements"]]
    except (ValueError, KeyError, IndexError) as error:
        return [*faults, f"a statement cannot be read: {error}"]
    for closing, (before, new) in enumerate(pairwise([{}, *statements]), start=1):
        follows = new["closing"] > before.get("closing", 0) and new["follows"] == before.get("hash")
        kept = not before or before["key"] == new["key"] and before["size"] <= new["size"]
        check(follows and kept, f"closing {closing} is missing or contradicts the one before it")
    if not statements:
        return faults + ["nothing is signed"] * bool(root or key or receipt)
    words, last = sha256(canonical(export["definitions"])).hex(), statements[-1]
    check(words in ([last["definitions"]] if "definitions" in last else UNSIGNED), "definitions")
    here = {"code": export["code"], "digest": digest.hex(), "tallies": tallies, "size": n}
    here |= {name: instrument[name] for name in ("title", "class_size")}
    here |= {"asked": told, "root": root_of(leaves)}
    check(last | here == last, "the list is not the stated one")
    check(n <= last.get("cap", n), "more responses than the cap")
    check(export.get("cap", last.get("cap")) == last.get("cap"), "another cap")
    check(n == (last["tokens"] or [n, n])[1] <= (last["tokens"] or [n])[0], "the tokens do not fit")
    check(not root or any(is_short(root, each["root"]) for each in statements), "another root")
    check(not key or is_short(key, sha256(raw(last["key"]))), "another key")
    if receipt:
        faults += receipt_faults(receipt, last)
        check(leaf_of(receipt, raw(receipt["instrument"])) in leaves, "it is left out")
    if earlier:
        check(earlier["statements"][-1] in export["statements"], "the earlier statement is gone")
        check({leaf_of(each, digest) for each in earlier["reports"]} <= set(leaves), "left out")
    return faults


def neighbour_of(proof, note, stated):  # (index, leaf) if it is in the tree
    head, _, own_note = proof.partition("\n\n")
    _, leaf, place, *way = [line.split(" ")[-1] for line in head.split("\n")]
    if not re.fullmatch("0|[1-9][0-9]*", place):
        raise ValueError("an index is no whole number")
    index, last, found = int(place), stated["size"] - 1, b64decode(leaf)
    for beside in map(b64decode, way):
        while index == last and index % 2 == 0 and last:  # an only child rises
            index, last = index >> 1, last >> 1
        found = node(beside, found) if index % 2 else node(found, beside)
        index, last = index >> 1, last >> 1
    if not 0 <= int(place) < stated["size"] or (last, found, own_note) != (0, stated["root"], note):
        raise ValueError("a neighbour is not in the tree")
    return int(place), b64decode(leaf)


def verify_omission(proof):
    """Why a proof that a response was left out does not hold; nothing if it does."""
    try:
        receipt, note, stated = proof["receipt"], proof["statement"], read_note(proof["statement"])
        found = [neighbour_of(each, note, stated) for each in proof["neighbours"]]
    except (ValueError, KeyError, IndexError) as error:
        return [f"this cannot be read: {error}"]
    mine = leaf_of(receipt, raw(receipt["instrument"]))
    row = [(-1, b""), *found, (stated["size"], b"\xff" * 33)]  # bounded at both ends
    beside = any(i + 1 == j and low < mine < high for (i, low), (j, high) in pairwise(row))
    faults = receipt_faults(receipt, stated) + ["the response has a place"] * (not beside)
    # A survey that was open again may have taken the response since.
    return faults + ["the closing is not stated to be final"] * (not stated.get("final"))


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(*verify(given, *sys.argv[2:4]) or ["No fault."], f"Not checked: {LEFT}.", sep="\n")
