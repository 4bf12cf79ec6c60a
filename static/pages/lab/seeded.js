/* Pseudo-random numbers that anyone can draw again: for invented data, never for an answer. */

/** Whole numbers below a bound, the same ones for a task and a name: FNV-1a, then mulberry32. Neither capital letters nor
 * the number of blanks matter. */
export function generator(task, name) {
  let state = 0x811c9dc5;
  const words = `${task} ${name.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase()}`;
  for (const byte of new TextEncoder().encode(words)) {
    state = Math.imul(state ^ byte, 0x01000193);
  }
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
