/* The tables of a survey's questions, kept in this browser for all its waves. */

import { forgetUnder, keepFirstApart, keptUnder, textOf } from "./first_kept.js";
import { bareTexts, knownAgain } from "../known_again.js";
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
    const kept = await keepFirstApart(prefix(wavesOf) + knownAgain(question), draw, keyNow);
    tables.set(question, readTable(kept).table);
  }
  const kept = (await Promise.all((await keptUnder(prefix(wavesOf), keyNow)).map(textOf))).map(readTable);
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
  return forgetUnder(prefix(wavesOf), keyNow);
}

function prefix(wavesOf) {
  return `${ALL_WAVES}${bareTexts(wavesOf)}:`;
}

/** The key that a table has now: earlier releases kept it by the question's exact words. */
function keyNow(key) {
  if (!key.startsWith(ALL_WAVES)) return key;
  try {
    const [[wavesOf, question]] = Object.entries(JSON.parse(`{${key.slice(ALL_WAVES.length)}}`));
    return prefix(wavesOf) + bareTexts(question);
  } catch {
    return key; // of a survey whose code is "waves"
  }
}
