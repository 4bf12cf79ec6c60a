"""Runs JavaScript without a browser, by the Node that Playwright contains."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import playwright

NODE = shutil.which("node", path=Path(playwright.__file__).parent / "driver")
_ANSWERING = """
import { createInterface } from "node:readline";
const [address, name] = process.argv.slice(1);
const { [name]: asked } = await import(address);
for await (const line of createInterface({ input: process.stdin })) {
  const answer = asked(...JSON.parse(line).map((hex) => new Uint8Array(Buffer.from(hex, "hex"))));
  const bytes = answer instanceof Uint8Array;
  console.log(JSON.stringify(bytes ? Buffer.from(answer).toString("hex") : answer));
}
"""


@contextmanager
def function_of_bytes(module: Path, name: str) -> Iterator[Callable]:
    """Yields a JavaScript module's function to call from Python; it takes and returns bytes."""
    command = [NODE, "--input-type=module", "-e", _ANSWERING, module.as_uri(), name]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:

        def call(*arguments: bytes):
            print(json.dumps([each.hex() for each in arguments]), file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            return bytes.fromhex(answer) if isinstance(answer, str) else answer

        yield call
        process.stdin.close()
