// Every fault of a closed survey's list, in a browser or in node: no library, no server.

// What this program leaves to `survey verify`.
export const LEFT = "sentences, every interval but hoeffding, projected shares, what the definitions say, fields and signed lines of other names";
// The SHA-256 of the definitions of releases whose statements signed none.
const UNSIGNED = [
  "e34acea495e36f8c81c52211f2585e6e8f740751af479335bc8beb79e38cb4e1",
  "119981287312273401c88c387f7daa95d46ba22f9392fcac178812ac569ced13",
];
// The points of small order, as a key or at the head of a signature: one signature by such a key fits any message.
const SMALL_ORDER = /^(0[01]0{60}[08]0|e[cde]f{60}[7f]f|26e8958fc2b227b0|c7176a703d4dd84f)/;

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (list) => Array.from(list, (byte) => byte.toString(16).padStart(2, "0")).join("");
const hexOfText = (text) => hexOf(new TextEncoder().encode(text));
const hexOfBase64 = (text) => hexOf(Uint8Array.from(atob(text), (letter) => letter.charCodeAt()));
const sha256 = async (hex) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(hex))));

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

function isShort(typed, hex) { // the first 120 bits in base 32
  const bits = BigInt(`0x${hex.slice(0, 30)}`).toString(2).padStart(120, "0").match(/.{5}/g);
  const letters = bits.map((each) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[parseInt(each, 2)]);
  return typed.replace(/\W/g, "").toUpperCase() === letters.join("");
}

async function signed(key, signature, message) {
  if (![key, signature].every((each) => /^[0-9a-f]{64,128}$/.test(each) && !SMALL_ORDER.test(each))) return false;
  const imported = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, bytes(signature), bytes(message));
}

const sum = (list) => list.reduce((total, each) => total + each, 0);
const node = (left, right) => sha256(`01${left}${right}`);
const leafOf = (response, digest) => sha256(`00${response.response_id}${hexOfText(canonical(response.reports))}${digest}`);
const leavesOf = (responses, digest) => Promise.all(responses.map((each) => leafOf(each, digest)));

async function rootOf(level) {
  if (level.length === 0) return sha256("");
  while (level.length > 1) {
    const pairs = level.filter((_, place) => place % 2 === 0).map((left, place) => [left, level[2 * place + 1]]);
    level = await Promise.all(pairs.map(([left, right]) => (right ? node(left, right) : left)));
  }
  return level[0];
}

async function readNote(note) {
  const [, text, line] = /^(.*\n)\n(.*)\n$/s.exec(note), [origin, size, root, ...lines] = text.trimEnd().split("\n");
  const told = Object.fromEntries(lines.map((each) => [each.split(" ")[0], JSON.parse(each.slice(each.indexOf(" ")))]));
  const [, code, closing] = /^deniable\/statement\/([^/]+)\/([1-9]\d*)$/.exec(origin);
  const signature = hexOfBase64(line.split(" ")[2]).slice(8);
  if (!(await signed(told.key, signature, hexOfText(text)))) throw new Error("a statement's signature does not hold");
  if (Object.keys(told).length < lines.length || !isShort(told.fingerprint, await sha256(told.key))) {
    throw new Error("a statement says a thing twice, or another fingerprint");
  }
  if (closing !== "1" && (told.follows === null || told.final)) throw new Error("a statement that is final, or follows nothing, is of the first closing");
  return { ...told, code, closing: Number(closing), size: Number(size), root: hexOfBase64(root), hash: await sha256(hexOfText(text)) };
}

async function receiptFaults(receipt, { code, key }, leaves) {
  const message = hexOfText(`deniable/acknowledgement/${receipt.code}\n`) + receipt.instrument;
  const leaf = await leafOf(receipt, receipt.instrument);
  if (!(await signed(receipt.key, receipt.signature, message + leaf))) return ["the receipt's signature does not hold"];
  if (receipt.code !== code || receipt.key !== key) return ["the receipt is of another survey or key"];
  return leaves && !leaves.includes(leaf) ? ["the receipt's response is left out"] : [];
}

function columnsOf({ kind, options = [], highest }) { // how many values a report has in each of its columns
  return { choice: [options.length], several: options.map(() => 2), rating: [highest] }[kind] ?? [2];
}

function resultOf(name, question, columns, n, alpha) { // what the file must say of a question, from the counts
  const { kind, text, gamma, low, high, options } = question, [top, bottom] = gamma.split("/").map(Number);
  const k = columns[0].length, [one, other] = [bottom + 2 * top, bottom - 2 * top];
  const odds = one / other, common = divisor(one, other);
  const width = ((odds + k - 1) / (odds - 1)) * Math.sqrt(Math.log(2 / alpha) / 2 / Math.max(n, 1));
  const about = (estimate, scale = 1) => ({
    estimate: n ? estimate : null,
    intervals: { hoeffding: n ? [estimate - scale * width, estimate + scale * width] : null },
  });
  const share = (count) => ({
    reported_yes: count, reported_share: n ? count / n : null,
    ...about(((count / Math.max(n, 1)) * (odds + k - 1) - 1) / (odds - 1)),
  });
  const found = {
    question: name, kind, text, respondents: n, gamma,
    odds: [one / common, other / common], epsilon: Math.log(odds) * columns.length,
  };
  const shares = columns[0].map(share), listed = (labels, named, each) => ({
    options: labels.map((option, place) => ({ name: named(place), option, ...each[place] })),
  });
  if (kind === "yes/no") return { ...found, ...shares[1] };
  if (kind === "number") {
    const mean = about(low + (high - low) * (shares[1].estimate ?? 0), high - low);
    return { ...found, low, high, mean, reported_high: columns[0][1] };
  }
  if (kind === "several") return { ...found, ...listed(options, (place) => `${name}_${place + 1}`, columns.map(([, yes]) => share(yes))) };
  if (kind === "choice") return { ...found, ...listed(options, () => name, shares) };
  const mean = about(sum(shares.map(({ estimate }, place) => (place + 1) * (estimate ?? 0))), k - 1);
  return { ...found, low: 1, high: k, mean, ...listed(shares.map((_, place) => String(place + 1)), () => name, shares) };
}

function divisor(one, other) {
  return other === 0 ? one : divisor(other, one % other);
}

function agree(expected, said) { // a file may say more than what is expected
  if (typeof expected === "number") return typeof said === "number" && Math.abs(expected - said) <= 1e-9 * Math.max(1, Math.abs(expected));
  if (expected === null || typeof expected !== "object") return expected === said;
  if (said === null || typeof said !== "object" || Array.isArray(said) !== Array.isArray(expected)) return false;
  const same = !Array.isArray(expected) || expected.length === said.length;
  return same && Object.keys(expected).every((name) => Object.hasOwn(said, name) && agree(expected[name], said[name]));
}

export async function verify(document, { root = "", key = "", receipt = null, earlier = null } = {}) {
  const { instrument, reports, questions, statements: notes } = document, { title, class_size } = instrument;
  const tallies = [], n = reports.length, asked = [], items = [], epsilons = [], faults = [];
  const check = (holds, fault) => holds || faults.push(fault);
  const digest = await sha256(hexOfText(canonical(instrument)));
  check(digest === document.instrument_sha256, "another questionnaire");
  const ids = reports.map((one) => one.response_id).filter((id) => /^[0-9a-f]{32}$/.test(id));
  check(new Set(ids).size === n && n === document.responses, "responses");
  check(questions.length === instrument.questions.length, "questions");
  const stated = sum(instrument.questions.map((question) => { // so many intervals share alpha, if they are to hold together
    const sizes = columnsOf(question);
    return { choice: sizes[0], rating: sizes[0] + 1 }[question.kind] ?? sizes.length;
  }));
  const alpha = (1 - document.confidence) / (document.simultaneous ? stated : 1);
  for (const [number, question] of instrument.questions.entries()) {
    const name = `q${number + 1}`, sizes = columnsOf(question);
    const rows = reports.map((one) => one.reports.slice(tallies.length, tallies.length + sizes.length));
    const counts = sizes.map((size, place) => Array.from({ length: size }, (_, value) =>
      rows.filter((row) => row[place] === value).length));
    tallies.push(...counts);
    asked.push(rows.map((row) => row.some((report) => report !== null)));
    items.push(...(question.kind === "several" ? sizes.map((_, place) => `${name}_${place + 1}`) : [name]));
    const total = sum(asked.at(-1)), result = resultOf(name, question, counts, total, alpha);
    epsilons.push(result.epsilon);
    check(agree(result, questions[number]) && counts.every((row) => sum(row) === total), `${name} is altered`);
  }
  const each = instrument.one_question_each, due = each ? 1 : asked.length;
  const whole = { confidence_each: 1 - alpha, epsilon: each ? Math.max(...epsilons) : sum(epsilons), items };
  check(agree(whole, document), "the survey's figures are altered");
  check(reports.every((one, row) => one.reports.length === tallies.length && sum(asked.map((places) => places[row])) === due),
    "answers to another number of questions");
  const leaves = (await leavesOf(reports, digest)).sort();
  const statements = await Promise.all(notes.map(readNote)).catch((error) => error);
  if (statements instanceof Error) return [...faults, `a statement cannot be read: ${statements.message}`];
  for (const [place, one] of statements.entries()) {
    const before = statements[place - 1], follows = one.closing > (before?.closing ?? 0) && one.follows === (before?.hash ?? null);
    const kept = !before || (before.key === one.key && before.size <= one.size && !before.final);
    check(follows && kept, `closing ${place + 1} is missing or contradicts the one before it`);
  }
  const last = statements.at(-1);
  if (!last) return root || key || receipt ? [...faults, "nothing is signed"] : faults;
  const words = await sha256(hexOfText(canonical(document.definitions)));
  check((last.definitions ? [last.definitions] : UNSIGNED).includes(words), "other definitions");
  const here = { code: document.code, digest, size: n, tallies, root: await rootOf(leaves), asked: each ? asked.map(sum) : null };
  check(canonical({ ...last, ...here, title, class_size }) === canonical({ asked: null, ...last }), "the list is not the stated one");
  check(n <= (last.cap ?? n), "more responses than the cap");
  check([undefined, last.cap ?? null].includes(document.cap), "another cap");
  check(!last.tokens || (n === last.tokens[1] && n <= last.tokens[0]), "the tokens do not fit the responses");
  check(!root || statements.some((one) => isShort(root, one.root)), "another root");
  check(!key || isShort(key, await sha256(last.key)), "another key");
  if (receipt) faults.push(...(await receiptFaults(receipt, last, leaves)));
  if (earlier) {
    const there = new Set(leaves), before = await leavesOf(earlier.reports, digest);
    check(notes.includes(earlier.statements.at(-1)), "the earlier statement is gone");
    check(before.every((leaf) => there.has(leaf)), "earlier responses are left out");
  }
  return faults;
}

async function neighbourOf(proof, { note, size, root }) { // [index, leaf] if it is in the tree
  const [, head, own] = /^(.*?)\n\n(.*)$/s.exec(proof);
  const [, leaf, place, ...way] = head.split("\n").map((line) => line.split(" ").at(-1));
  if (!/^(0|[1-9]\d*)$/.test(place)) throw new Error("an index is no whole number");
  let index = Number(place), last = size - 1, found = hexOfBase64(leaf);
  for (const beside of way.map(hexOfBase64)) {
    while (last && index === last && index % 2 === 0) [index, last] = [index >> 1, last >> 1]; // an only child rises
    found = await (index % 2 ? node(beside, found) : node(found, beside));
    [index, last] = [index >> 1, last >> 1];
  }
  if (last || found !== root || own !== note || Number(place) >= size) throw new Error("a neighbour is not in the tree");
  return [Number(place), hexOfBase64(leaf)];
}

async function omissionFaults({ receipt, statement: note, neighbours }) {
  const statement = { ...(await readNote(note)), note };
  const found = await Promise.all(neighbours.map((each) => neighbourOf(each, statement)));
  const row = [[-1, ""], ...found, [statement.size, "g"]]; // and what stands at no place
  const mine = await leafOf(receipt, receipt.instrument);
  const beside = row.slice(1).some(([two, high], one) => row[one][0] + 1 === two && row[one][1] < mine && mine < high);
  const faults = [...(await receiptFaults(receipt, statement)), ...(beside ? [] : ["the response has a place"])];
  // A survey that was open again may have taken the response since.
  return statement.final ? faults : [...faults, "the closing is not stated to be final"];
}

export const verifyOmission = (proof) => omissionFaults(proof).catch((error) => [`it cannot be read: ${error.message}`]);
