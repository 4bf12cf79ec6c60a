"""Careless edits of the client by which an answer would leave the page."""

# A pattern in the script, and the text by which such an edit might replace it.
LEAKS = {
    "request on every choice": (
        r"\) => choose\(radios, radio\)\);",
        ') => { choose(radios, radio); if (radio.value === "1") fetch("/how"); });',
    ),
    "second script once more on a yes": (
        r"fieldset\.addEventListener\(event, \(\) => \{",
        """fieldset.addEventListener(event, () => {
        if (kindOf(fieldset).answer(fieldset) === 1) fetch("/client/after-send.js");""",
    ),
    "answer in the storage": (
        r"return memory\.drawOnce",
        "localStorage.last = answers[0];\nreturn memory.drawOnce",
    ),
    "answer in the address": (
        r"return memory\.drawOnce",
        "location.hash = answers[0];\nreturn memory.drawOnce",
    ),
    "answer in the console": (
        r"return memory\.drawOnce",
        "console.log(answers[0]);\nreturn memory.drawOnce",
    ),
    "answer in the private file system": (
        r"return memory\.drawOnce",
        "navigator.storage.getDirectory().then((folder) =>\n"
        "  folder.getFileHandle(String(answers[0]), { create: true }));\nreturn memory.drawOnce",
    ),
    "wait before a yes is sent": (
        r"clear\(\);\ntry \{",
        "clear();\nif (answers[0] === 1) await new Promise((go) => setTimeout(go, 700));\ntry {",
    ),
    "wait of frames before a yes is sent": (
        r"clear\(\);\ntry \{",
        "clear();\nfor (let frame = 0; answers[0] === 1 && frame < 40; frame += 1)\n"
        "  await new Promise(requestAnimationFrame);\ntry {",
    ),
    "answers left in the page": (
        r"asked\.signal, clearAnswers\);",
        "asked.signal, () => {});",
    ),
}
