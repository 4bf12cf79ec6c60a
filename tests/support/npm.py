"""Runs programs with a package from npm, which this user's cache folder stores."""

import json
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import debian
from node import NODE


def run_with(package: str, version: str, program: str, given: Any) -> Any:
    """The value that a JavaScript program returns for `given`, with the package as `library`.

    Both values travel as JSON.
    """
    folder = _installed(package, version)
    script = (
        f"const library = require({json.dumps(package)});\n"
        "const given = JSON.parse(require('fs').readFileSync(0, 'utf-8'));\n"
        f"process.stdout.write(JSON.stringify((() => {{{program}}})()));"
    )
    ran = subprocess.run(
        [NODE, "-e", script],
        input=json.dumps(given),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def _installed(package: str, version: str) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "deniable-tests" / f"{package}-{version}"
    if (folder / "node_modules" / package / "package.json").is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    npm = debian.found_or_installed(partial(shutil.which, "npm"), "npm")
    ran = subprocess.run(
        [npm, "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
         "--fetch-retries=1", f"{package}@{version}"],
        cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return folder
