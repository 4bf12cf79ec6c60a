/* What the client makes of each of these bytes: what it would show and draw, or why it refuses. */

async ([urls, q, messages, tapes, mutants]) => {
    const [opening, instrument, mechanism, page] = await Promise.all(urls.map((url) => import(url)));
    document.querySelector("main").innerHTML =
        "<h1 id='title'></h1><p id='introduction'></p><button id='read-on'></button><p id='messages'></p>";
    document.getElementById("messages").textContent = messages;
    const state = new TextEncoder().encode('{"open":true,"token":false,"results":false}');
    const json = { headers: { "Content-Type": "application/json" } };
    const place = { base: "/s/x", code: "x", id: "x", preview: false };
    const link = { digest: q, key: null, token: null };
    const opened = [];
    for (const mutant of mutants) {
        const bytes = Uint8Array.from(atob(mutant), (each) => each.charCodeAt(0));
        window.fetch = async (asked) => new Response(asked.endsWith("state") ? state : bytes, json);
        try {
            const survey = await opening.openSurvey(place, link);
            const tags = survey.languages.length ? survey.languages : [""];
            opened.push({
                epsilon: survey.epsilon,
                worded: tags.map((tag) => inLanguage(instrument.wordedIn(survey, tag), tag)),
            });
        } catch (error) {
            opened.push(error.constructor.name === "Refused" ? error.message : String(error));
        }
    }
    return opened;

    function inLanguage(survey, tag) {
        const form = document.createElement("form");
        page.showTitle(survey, {});
        page.buildQuestions(form, survey, {});
        const [title, introduction] = read(document, "#title, #introduction");
        const questions = page.fieldsetsIn(form).map((fieldset, place) => ({
            ...shown(fieldset), ...drawn(survey.questions[place]),
        }));
        return { tag, title, introduction, questions };
    }

    function shown(fieldset) {
        return {
            kind: fieldset.dataset.kind,
            text: read(fieldset, "legend bdi")[0],
            offered: read(fieldset, "label").map((each) => each.replace(/^ |\n$/, "")),
            inputs: [...fieldset.querySelectorAll("input")].map(({ type, value, ends = ["", ""] }) => [type, value, ...ends.map(String)]),
        };
    }

    /** The reports' meanings, and those that each tape draws for the first answer and for the last. */
    function drawn(question) {
        const { odds, items, options, kind, low, high } = question;
        const ends = kind === "number" ? [low, high] : [0, options - 1];
        const draws = tapes.flatMap((tape) => ends.map((end) => {
            const words = [...tape];
            const answer = kind === "several" ? items.map(() => end) : end;
            return mechanism.randomizeAnswer(question, answer, () => words.shift());
        }));
        return { odds, meanings: items.map(({ labels }) => labels), draws };
    }

    function read(within, selector) {
        return [...within.querySelectorAll(selector)].map((each) => each.textContent);
    }
}
