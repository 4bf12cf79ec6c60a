/* What tells the 40 versions of a symbol apart: size, alignment patterns, blocks (ISO/IEC 18004, tables 1, 9 and E.1).
 *
 * The error correction level is M, which mends a loss of 15 %, as on the slips and on the projector.
 */

const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
  17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26];
const CORRECTION_OF_LARGER = 28;

export const VERSIONS = BLOCKS.length;

/** The number of blocks, and the error correction codewords of each. */
export function blocksOf(version) {
  return { blocks: BLOCKS[version - 1], correction: CORRECTION[version - 1] ?? CORRECTION_OF_LARGER };
}

/** The number of modules of a side. */
export function sizeOf(version) {
  return 4 * version + 17;
}

/** The rows of the alignment patterns' centres, which are the columns too: 6, and in even steps back from the last. */
export function alignmentCentres(version) {
  if (version === 1) return [];
  const steps = Math.floor(version / 7) + 1;
  const last = sizeOf(version) - 7;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / steps / 2);
  return [6, ...Array.from({ length: steps }, (_, place) => last - (steps - 1 - place) * step)];
}
