/* The tables of a survey's questions, kept in this browser for all its waves. */

import { bareTexts, knownAgain } from "../known_again.js";
import { systemWord } from "../mechanism.js";
import { drawTable, reportsFrom } from "../waves.js";
import { erase, keepFirst, keptIn } from "./first_kept.js";
import { TABLES } from "./places.js";

/** Draws the tables that this browser does not have yet; resolves to
 * `randomize(question, answer)` by the tables, and to the ε that all tables of these
 * waves have cost, each once.
 */
export async function openTables({ wavesOf, questions }) {
  const tables = new Map();
  for (const question of questions) {
    const draw = () =>
      JSON.stringify({ table: drawTable(question, systemWord), epsilon: question.epsilon });
    const kept = await keepFirst(databaseOf(wavesOf), knownAgain(question), draw);
    tables.set(question, JSON.parse(kept).table);
  }
  const kept = [...(await keptIn(databaseOf(wavesOf))).values()];
  return {
    epsilon: kept.reduce((sum, each) => sum + JSON.parse(each).epsilon, 0),
    randomize: (question, answer) => reportsFrom(tables.get(question), question, answer),
  };
}

/** Forgets the tables of all waves of this name. */
export function forgetTables(wavesOf) {
  return erase(databaseOf(wavesOf));
}

function databaseOf(wavesOf) {
  return TABLES + bareTexts(wavesOf);
}
