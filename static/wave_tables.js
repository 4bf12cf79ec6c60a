/* The tables of a survey's questions, kept in this browser for all its waves. */

import { randomizeAnswer } from "./answers.js";
import { forgetUnder, keepFirst, keptUnder } from "./first_kept.js";
import { systemWord } from "./mechanism.js";
import { drawTable, reportsFrom } from "./waves.js";

/** Draws the tables that this browser does not have yet; resolves to
 * `randomize(question, answer)` by the tables, and to the ε that all tables of these
 * waves have cost, each once.
 */
export async function openTables({ waves_of: wavesOf, questions }) {
  const tables = new Map();
  for (const question of questions.filter(({ openly }) => !openly)) {
    const draw = () => ({ table: drawTable(question, systemWord), epsilon: question.epsilon });
    const { table } = await keepFirst(prefix(wavesOf) + name(question), draw);
    tables.set(question, table);
  }
  const kept = await keptUnder(prefix(wavesOf));
  return {
    epsilon: kept.reduce((sum, { epsilon }) => sum + epsilon, 0),
    randomize: (question, answer) =>
      question.openly
        ? randomizeAnswer(question, answer, systemWord)
        : reportsFrom(tables.get(question), question, answer),
  };
}

/** Forgets the tables of all waves of this name. */
export function forgetTables(wavesOf) {
  return forgetUnder(prefix(wavesOf));
}

function prefix(wavesOf) {
  return `deniable:waves:${JSON.stringify(wavesOf)}:`;
}

/** The same question has the same name, in whichever wave, language and place it stands. */
function name({ kind, odds, low, high, original, ...read }) {
  const { text, items } = original ?? read;
  return JSON.stringify([text, kind, odds, low, high, items]);
}
