"""The demos that databases hold: that of this release, and that of release 0.1.0."""

from pathlib import Path

from survey.app.instance_folder import translated_demo
from survey.core.instrument.parsing import from_canonical_json

DEMOS = {
    "this release": translated_demo(),
    "0.1.0": from_canonical_json(
        Path(__file__).with_name("demo-0.1.0.json").read_text(encoding="utf-8")
    ),
}
