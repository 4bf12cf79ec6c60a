/* Data masks, and the penalty by which one is chosen (ISO/IEC 18004, 7.8). */

/** Of row i and column j: a module is inverted where this is 0. */
export const MASKS = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

/** The symbol of this message under this mask: rows of 0 and 1, light where information is to be. */
export function masked({ patterns, region }, message, mask) {
  const rows = patterns.map((row) => [...row]);
  region.forEach(([i, j], place) => {
    const bit = (message[place >> 3] >> (7 - (place % 8))) & 1; // 0 after the last codeword
    rows[i][j] = MASKS[mask](i, j) ? bit : 1 - bit;
  });
  return rows;
}

/** The sum of four penalties. Format and version information are no part of it: they are written after the choice. */
export function penalty(rows) {
  const columns = rows.map((_, place) => rows.map((row) => row[place]));
  const lines = [...rows, ...columns].map((line) => line.join(""));
  return sum(lines, ofRuns) + sum(lines, ofFinders) + sum(rows.slice(1), ofBlocks) + ofShare(rows);

  /** Three points for each block of two by two modules of one colour; blocks may overlap. */
  function ofBlocks(row, above) {
    const inPairs = row.map((module, column) => module + rows[above][column]).join("");
    return 3 * matches(inPairs, /(?=00|22)/g).length;
  }
}

/** Three points for five modules of one colour in a line, and one for each more. */
function ofRuns(line) {
  return sum(matches(line, /0{5,}|1{5,}/g), (run) => run.length - 2);
}

/** Forty points for each 1011101, as in a finder pattern, beside four light modules; the quiet zone is light. */
function ofFinders(line) {
  return 40 * matches(`0000${line}0000`, /(?=00001011101|....10111010000)/g).length;
}

/** Ten points for each full 5 % that the share of dark modules is away from a half. */
function ofShare(rows) {
  const all = rows.length ** 2;
  const dark = sum(rows.flat(), (module) => module);
  return 10 * Math.floor(Math.abs(20 * dark - 10 * all) / all);
}

function matches(line, pattern) {
  return line.match(pattern) ?? [];
}

function sum(items, points) {
  return items.reduce((total, item, place) => total + points(item, place), 0);
}
