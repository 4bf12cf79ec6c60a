"""The exports that earlier releases made, stored unchanged: tests/vectors/exports/.

One folder per release, filled by its own server and command: `all-kinds.json`, `tokens.json`
and, if the release had them, `one-each.json`, `reopened.json` and a receipt of each
(`…-receipt.json`).
"""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors" / "exports"
EXPORTS = {
    f"{path.parent.name}/{path.stem}": path
    for path in sorted(FOLDER.glob("*/*.json"))
    if not path.stem.endswith("-receipt")
}
# The exports of releases that signed statements and gave receipts.
RECEIPTS = {name: receipt for name, path in EXPORTS.items()
            if (receipt := path.with_stem(f"{path.stem}-receipt")).exists()}  # fmt: skip
SIGNED = list(RECEIPTS)
