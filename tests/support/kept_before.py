"""A browser as release 0.1.0 left it: one database for all, and responses in localStorage."""

from answered_waves import WAVES
from playwright.sync_api import Page
from traces import DATABASES

# `exact` are the former keys of the tables, by the questions' exact words.
KEEP_AS_BEFORE = """async ({ exact, waves, blobs }) => {
    const finished = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const old = {};
    for (const { name } of await indexedDB.databases()) {
        const database = await finished(indexedDB.open(name));
        const store = database.transaction("kept").objectStore("kept");
        const [keys, values] = await Promise.all(
            [finished(store.getAllKeys()), finished(store.getAll())]);
        database.close();
        await finished(indexedDB.deleteDatabase(name));
        for (const [place, key] of keys.entries()) keep(name, key, values[place]);
    }
    const request = indexedDB.open("deniable", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    const database = await finished(request);
    const transaction = database.transaction("kept", "readwrite");
    const store = transaction.objectStore("kept");
    for (const [key, value] of Object.entries(old)) store.put(value, key);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();

    function keep(name, key, value) {
        const apart = (text) => blobs ? new Blob([text]) : text;
        if (name.startsWith("deniable:waves:")) {
            old[`deniable:waves:${JSON.stringify(waves)}:${exact[key] ?? key}`] = apart(value);
        } else if (key === "question") {
            old[`question:${name}`] = value;
        } else {
            const own = name.replace(/:unsent$/, "");
            const kept = own === name ? JSON.parse(value) : { acknowledged: false, body: value };
            old[own] = kept.acknowledged ? kept.body : apart(kept.body);
            if (blobs && !kept.acknowledged) delete kept.body;
            localStorage.setItem(own, JSON.stringify(kept));
        }
    }
}"""


def keep_as_before(page: Page, *, blobs=False, exact=(), waves=WAVES) -> None:
    """Moves stored data to its former places; uses no `blobs` in WebKit's private windows."""
    said = {"blobs": blobs, "exact": dict(exact), "waves": waves}
    page.evaluate(KEEP_AS_BEFORE, said)
    assert all(key.startswith("deniable/kept/") for key in page.evaluate(DATABASES))
