"""A browser as release 0.1.0 left it: one database for all, and responses in localStorage."""

from playwright.sync_api import Page
from traces import DATABASES

KEEP_AS_BEFORE = """async (blobs) => {
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
        if (key === "question") {
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


def keep_as_before(page: Page, *, blobs=False) -> None:
    """Moves stored data to its former places; uses no `blobs` in WebKit's private windows."""
    page.evaluate(KEEP_AS_BEFORE, blobs)
    assert all(key.startswith("deniable/kept/") for key in page.evaluate(DATABASES))
