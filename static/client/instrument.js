/* The questionnaire, read from its canonical JSON. Mirror of survey/core/instrument/.
 *
 * All that is shown and drawn comes from these bytes, whose digest the client has computed
 * itself. Whatever is not a valid instrument, written in the one canonical way, is refused.
 */

import { epsilonOf, LARGEST_ODDS, oddsAbove, oddsOf } from "./gamma.js";
import { isKnown } from "./kinds/known_share.js";
import { KINDS } from "./kinds/registry.js";
import { EACH_COIN, shared } from "./kinds/one_of.js";
import { isTag } from "./languages.js";
import { isText } from "./texts.js";

const FORMAT = "deniable-instrument/1";
const LONGEST = {
  title: 120, introduction: 2000, asked_by: 120, contact: 200, privacy_notice: 2000, support: 500, question: 300,
};
const WHO_ASKS = ["asked_by", "contact", "privacy_notice", "support"]; // absent if empty
const MARKS = ["support_needed", "check_understanding", "one_question_each", "demo"]; // true, or absent
const MOST_QUESTIONS = 50;
const MOST_TRANSLATIONS = 7;
const LARGEST_CLASS = 1_000_000_000;

/** Why an instrument is refused: `message` is the name of what the page says of it. */
export class Refused extends Error {}

/** The instrument of which these are the bytes; raises Refused.
 *
 *     {title, introduction, askedBy, contact, privacyNotice, support, checkUnderstanding, oneQuestionEach, wavesOf,
 *      demo, languages, epsilon, coin, asked, questions, translations}
 *
 * A question has its `text`, `kind`, `odds`, `options` (k of the mechanism), `low`, `high`, `listed`, `items` and
 * `epsilon`; `asked` are the questions as they are written, `languages` has its own tag first, `coin` is the name of the
 * message on the coin. `wavesOf` is of a survey that an earlier release asked, which takes no new response.
 */
export function readInstrument(bytes) {
  const document = parse(bytes);
  check(isInstrument(document));
  const { title, introduction, questions: asked, waves_of: wavesOf, language, demo = false } = document;
  const { check_understanding: checkUnderstanding = false, one_question_each: oneQuestionEach = false } = document;
  const translations = document.translations ?? {};
  check(Object.values(translations).every((wording) => translates(wording, document)));
  const questions = asked.map(readQuestion);
  if (questions.some(({ odds }) => oddsAbove(odds, LARGEST_ODDS))) throw new Refused("over_ceiling");
  return {
    title,
    introduction,
    ...whoAsks(document),
    checkUnderstanding,
    oneQuestionEach,
    wavesOf,
    demo,
    asked,
    questions,
    languages: language ? [language, ...Object.keys(translations)] : [],
    translations,
    epsilon: oneQuestionEach
      ? Math.max(...questions.map(({ epsilon }) => epsilon)) // whichever is drawn
      : questions.reduce((sum, { epsilon }) => sum + epsilon, 0),
    coin: coinOf(asked),
  };
}

/** Who asks, whom to ask back, what becomes of the data, and who helps; "" for what is absent. */
function whoAsks({ asked_by: askedBy = "", contact = "", privacy_notice: privacyNotice = "", support = "" }) {
  return { askedBy, contact, privacyNotice, support };
}

/** The message on one coin where all questions have the same, else on theirs. */
function coinOf(asked) {
  const coin = shared(asked.map(({ kind }) => KINDS.get(kind).coin));
  return (shared(asked.map(({ gamma }) => gamma)) && coin) ?? EACH_COIN;
}

/** The instrument in the words of one of its languages: equal but for the words. */
export function wordedIn(instrument, tag) {
  const wording = instrument.translations[tag];
  if (!wording) return instrument;
  const questions = instrument.questions.map((question, place) => {
    const { text, options: listed = question.listed } = wording.questions[place];
    return withItems({ ...question, text, listed, original: question });
  });
  const { title, introduction = "" } = wording;
  return { ...instrument, title, introduction, ...whoAsks(wording), questions };
}

function parse(bytes) {
  let document;
  let asWritten;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    document = JSON.parse(text);
    asWritten = canonical(document) === text; // throws if it is nested too deep
  } catch {
    throw new Refused("no_instrument");
  }
  check(asWritten);
  return document;
}

/** The one way to write this (RFC 8785: sorted keys, no spaces): so no key can stand twice. */
export function canonical(value) {
  return JSON.stringify(value, (_, each) => {
    if (each === null || typeof each !== "object" || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function isInstrument(document) {
  const known = ["format", "title", "introduction", "class_size", "questions"];
  return (
    hasKeys(document, known, ["waves_of", "language", "translations", ...WHO_ASKS, ...MARKS]) &&
    document.format === FORMAT &&
    isText(document.title, LONGEST.title) &&
    isText(document.introduction, LONGEST.introduction, true) &&
    Number.isInteger(document.class_size) && 1 <= document.class_size && document.class_size <= LARGEST_CLASS &&
    Array.isArray(document.questions) &&
    1 <= document.questions.length && document.questions.length <= MOST_QUESTIONS &&
    document.questions.every(isQuestion) &&
    document.questions.filter(({ known }) => known).length < 2 &&
    absentOr(document.waves_of, (name) => isText(name, LONGEST.title)) &&
    !(document.one_question_each && !drawsFrom(document)) &&
    absentOr(document.language, isTag) &&
    WHO_ASKS.every((name) => absentOr(document[name], (text) => isText(text, LONGEST[name]))) &&
    MARKS.every((name) => absentOr(document[name], (mark) => mark === true)) &&
    absentOr(document.translations, () => areTranslations(document))
  );
}

/** Whether one question each can be asked of it. */
function drawsFrom({ questions }) {
  return questions.length > 1 && questions.every(({ known }) => known === undefined);
}

function isQuestion(document) {
  const kind = KINDS.get(document?.kind);
  return (
    Boolean(kind) &&
    hasKeys(document, ["kind", "text", "gamma", ...kind.keys], kind.allowed ?? []) &&
    isText(document.text, LONGEST.question) &&
    typeof document.gamma === "string" && oddsOf(document.gamma) !== null &&
    kind.fits(document) && isKnown(document)
  );
}

function areTranslations({ language, translations }) {
  const tags = isObject(translations) ? Object.keys(translations) : [];
  return (
    language !== undefined && 1 <= tags.length && tags.length <= MOST_TRANSLATIONS &&
    tags.every((tag) => isTag(tag) && tag !== language)
  );
}

/** Whether a translation has every text that the original has, and no other. */
function translates(wording, original) {
  const { questions } = original;
  const texts = ["title", "introduction", ...WHO_ASKS].filter((name) => original[name]);
  return (
    hasKeys(wording, [...texts, "questions"], []) &&
    texts.every((name) => isText(wording[name], LONGEST[name])) &&
    Array.isArray(wording.questions) && wording.questions.length === questions.length &&
    wording.questions.every((words, place) => translatesQuestion(words, questions[place]))
  );
}

function translatesQuestion(words, original) {
  const { kind, options } = original;
  return (
    hasKeys(words, options ? ["text", "options"] : ["text"], []) &&
    isText(words.text, LONGEST.question) &&
    (!options || (words.options?.length === options.length && KINDS.get(kind).fits(words)))
  );
}

function readQuestion({ kind, text, gamma, options: listed = [], low, high, highest }) {
  const odds = oddsOf(gamma);
  return withItems({
    text, kind, odds, listed, low: low ?? KINDS.get(kind).lowest ?? 0, high: high ?? highest ?? 1,
  });
}

function withItems(question) {
  const items = KINDS.get(question.kind).items(question);
  const epsilon = epsilonOf(question.odds) * items.length;
  return { ...question, items, options: items[0].labels.length, epsilon };
}

function hasKeys(document, needed, allowed) {
  return (
    isObject(document) &&
    needed.every((key) => Object.hasOwn(document, key)) &&
    Object.keys(document).every((key) => needed.includes(key) || allowed.includes(key))
  );
}

function absentOr(value, fits) {
  return value === undefined || fits(value);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function check(holds) {
  if (!holds) throw new Refused("no_instrument");
}
