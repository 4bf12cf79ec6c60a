/* Records what a page calls of the browser: each function, constructor and setter of its interfaces and of the window,
 * with the arguments and the time since Send was pressed, in milliseconds of the page's own timers; null before.
 *
 * A timer that was set since Send moves that time to when it was due, and nothing else does: so a busy machine changes
 * nothing. One of `longMs` or more is noted and never ends. What JavaScript itself has is no function of the browser's, but for the
 * time and chance; a property that no interface can show, as location.hash, is seen by what it does.
 */

(longMs) => {
    const MOST = 5_000; // of one function: a loop that waits is as long as the machine is quick
    const CONSTRUCTORS = ["Image", "Audio", "Option", "Date"]; // without an interface's fields
    const setTimer = setTimeout;
    const calls = [];
    const counts = new Map();
    let recording = true;
    let now = null;

    for (const name of Object.getOwnPropertyNames(globalThis)) {
        const { value, enumerable } = Object.getOwnPropertyDescriptor(globalThis, name);
        const called = typeof value === "function";
        const fields = called && value.prototype ? Object.keys(value.prototype) : [];
        if (called && value.name !== name) continue; // another name of the same
        for (const field of fields) record(value.prototype, field, `${name}.${field}`);
        for (const field of called ? Object.keys(value) : []) record(value, field, `${name}.${field}`);
        if (enumerable || fields.length || CONSTRUCTORS.includes(name)) record(globalThis, name, name);
    }
    for (const [name, holder] of Object.entries({ console, CSS })) {
        for (const field of Object.keys(holder)) record(holder, field, `${name}.${field}`);
    }
    record(Date, "now", "Date.now");
    record(Math, "random", "Math.random");
    globalThis.setTimeout = timed(setTimeout);
    addEventListener("submit", () => (now ??= 0), true);
    globalThis.browserCalls = () => {
        recording = false;
        return calls;
    };

    function record(holder, field, name) {
        const own = Object.getOwnPropertyDescriptor(holder, field);
        if (!own?.configurable) return;
        const { value, set } = own;
        if (typeof value === "function") own.value = recorded(value, name);
        else if (set) own.set = recorded(set, `${name}=`);
        Object.defineProperty(holder, field, own);
    }

    function recorded(called, name) {
        return new Proxy(called, {
            apply(target, self, given) {
                note(name, given);
                return Reflect.apply(target, self, given);
            },
            construct(target, given) {
                note(`new:${name}`, given);
                return new target(...given);
            },
        });
    }

    function note(name, given) {
        const count = counts.get(name) ?? 0;
        if (!recording || count === MOST) return;
        counts.set(name, count + 1);
        calls.push([now, name, given.map((each) => shown(each, 3))]);
    }

    function timed(noted) {
        return (called, ms = 0, ...given) => {
            if (now === null) return noted(called, ms, ...given);
            const due = now + Number(ms);
            if (ms >= longMs) {
                note("setTimeout", [called, ms, ...given]);
                return setTimer(() => {}, ms);
            }
            return noted(() => {
                now = Math.max(now, due);
                called(...given);
            }, ms);
        };
    }

    /** A value as JSON: plain ones whole, those of the browser by their kind. */
    function shown(value, depth) {
        if (typeof value === "function") return "function";
        if (value === null || typeof value !== "object") return String(value);
        if (ArrayBuffer.isView(value)) return String(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        const plain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
        if (!plain || !depth) return value.nodeName ?? value.constructor?.name ?? "object";
        if (Array.isArray(value)) return value.map((each) => shown(each, depth - 1));
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, depth - 1)]));
    }
}
