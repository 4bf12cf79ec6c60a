"""A browser as release 0.2.0 left it: two waves, the first stored, the other unsent."""

import json
from pathlib import Path

from playwright.sync_api import Page

from survey.core.instrument.parsing import from_canonical_json
from survey.store import State, Store, Survey

KEPT = json.loads(
    (Path(__file__).parents[1] / "vectors" / "kept" / "waves_0.2.0.json").read_text("utf-8")
)
STORED, UNSENT = KEPT["instruments"]
SPENT = json.loads(KEPT["local"]["deniable:ledger"])["surveys"]["waves:Algebra 2026"]["epsilon"]
TABLE = '"threshold":'

KEEP = """async ({ local, databases }) => {
    const finished = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [name, entries] of Object.entries(databases)) {
        const request = indexedDB.open(name);
        request.onupgradeneeded = () => request.result.createObjectStore("kept");
        const database = await finished(request);
        const { transaction } = database.transaction("kept", "readwrite", { durability: "strict" })
            .objectStore("kept");
        const store = transaction.objectStore("kept");
        for (const [key, value] of Object.entries(entries)) store.put(value, key);
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        database.close();
    }
}"""


def keep_waves(page: Page) -> None:
    """Puts into this browser what 0.2.0 kept; the page must be of the survey's server."""
    page.evaluate(KEEP, KEPT)


def add_waves(store: Store) -> None:
    """Opens both waves, as they stood in the database."""
    for code, written in KEPT["instruments"].items():
        store.surveys.add(Survey(code, from_canonical_json(written), State.OPEN))
