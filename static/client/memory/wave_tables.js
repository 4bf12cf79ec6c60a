/* The tables of a survey's questions, kept in this browser for all its waves. */

import { bare, forgetUnder, keepFirstApart, keptUnder, textOf } from "./first_kept.js";
import { systemWord } from "../mechanism.js";
import { drawTable, reportsFrom } from "../waves.js";

const ALL_WAVES = "deniable:waves:";

/** Draws the tables that this browser does not have yet; resolves to
 * `randomize(question, answer)` by the tables, and to the ε that all tables of these
 * waves have cost, each once.
 */
export async function openTables({ wavesOf, questions }) {
  const tables = new Map();
  for (const question of questions) {
    const draw = () =>
      JSON.stringify({ table: drawTable(question, systemWord), epsilon: question.epsilon });
    const kept = await keepFirstApart(keyOf(wavesOf, name(question)), draw, knownAgain);
    tables.set(question, readTable(kept).table);
  }
  const kept = (await Promise.all((await keptUnder(prefix(wavesOf), knownAgain)).map(textOf))).map(readTable);
  return {
    epsilon: kept.reduce((sum, { epsilon }) => sum + epsilon, 0),
    randomize: (question, answer) => reportsFrom(tables.get(question), question, answer),
  };
}

/** Earlier releases kept no text. */
function readTable(kept) {
  return typeof kept === "string" ? JSON.parse(kept) : kept;
}

/** Forgets the tables of all waves of this name. */
export function forgetTables(wavesOf) {
  return forgetUnder(prefix(wavesOf), knownAgain);
}

function prefix(wavesOf) {
  return `${ALL_WAVES}${JSON.stringify(bare(wavesOf))}:`;
}

function keyOf(wavesOf, question) {
  const bareTexts = (_, value) => (typeof value === "string" ? bare(value) : value);
  return prefix(wavesOf) + JSON.stringify(question, bareTexts);
}

/** The same question has the same name, in whichever wave, language and place it stands. */
function name({ kind, odds, low, high, original, ...read }) {
  const { text, items } = original ?? read;
  return [text, kind, odds, low, high, items];
}

/** The key that a table has now: earlier releases kept it by the question's exact words. */
function knownAgain(key) {
  if (!key.startsWith(ALL_WAVES)) return key;
  const [[wavesOf, question]] = Object.entries(JSON.parse(`{${key.slice(ALL_WAVES.length)}}`));
  return keyOf(wavesOf, question);
}
