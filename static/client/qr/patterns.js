/* The modules that hold no data: function patterns, format and version information (ISO/IEC 18004, 6.3, 7.9, 7.10).
 *
 * A module is 1 if it is dark and 0 if it is light.
 */

import { alignmentCentres, sizeOf } from "./versions.js";

const FINDER = [1, 1, 0, 1, 0]; // from the centre outwards, the separator included
const ALIGNMENT = [1, 0, 1];
const FORMAT_MASK = 0x5412;
const DARK_MODULE = 1 << 15; // beside the fifteen bits of the format
const FIRST_WITH_VERSION = 7;

/** Rows of a symbol with its function patterns; light where information is to be, undefined where data are. */
export function functionPatterns(version) {
  const size = sizeOf(version);
  const rows = Array.from({ length: size }, () => Array(size).fill());
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) addSquares(rows, row, column, FINDER);
  for (const row of alignmentCentres(version)) {
    for (const column of alignmentCentres(version)) {
      if (rows[row][column] === undefined) addSquares(rows, row, column, ALIGNMENT);
    }
  }
  for (let place = 8; place < size - 8; place += 1) rows[6][place] = rows[place][6] = 1 - (place % 2);
  addFormat(rows, 0);
  if (version >= FIRST_WITH_VERSION) addVersion(rows, 0);
  return rows;
}

/** Writes the information into the modules that are kept for it. */
export function addInformation(rows, version, mask) {
  // The two bits of level M, before the mask, are zeros.
  addFormat(rows, (withCheckBits(mask, 10, 0x537) ^ FORMAT_MASK) | DARK_MODULE);
  if (version >= FIRST_WITH_VERSION) addVersion(rows, withCheckBits(version, 12, 0x1f25));
}

/** Concentric squares of these colours, as far as they lie within the symbol. */
function addSquares(rows, row, column, colours) {
  const reach = colours.length - 1;
  for (let i = -reach; i <= reach; i += 1) {
    for (let j = -reach; j <= reach; j += 1) {
      const inside = rows[row + i] && column + j in rows;
      if (inside) rows[row + i][column + j] = colours[Math.max(Math.abs(i), Math.abs(j))];
    }
  }
}

/** Twice: around the upper left finder pattern, and beside the two others. */
function addFormat(rows, bits) {
  const size = rows.length;
  for (let place = 0; place < 15; place += 1) {
    const bit = (bits >> place) & 1;
    if (place < 8) rows[place + (place > 5)][8] = rows[8][size - 1 - place] = bit;
    else rows[8][14 - place + (place < 9)] = rows[size - 15 + place][8] = bit;
  }
  rows[size - 8][8] = bits >> 15;
}

/** Twice: left of the upper right finder pattern, and above the lower left one. */
function addVersion(rows, bits) {
  for (let place = 0; place < 18; place += 1) {
    const [near, far] = [Math.floor(place / 3), rows.length - 11 + (place % 3)];
    rows[near][far] = rows[far][near] = (bits >> place) & 1;
  }
}

/** Up to six bits of information and as many check bits as asked for, of the BCH code of this generator. */
function withCheckBits(information, count, generator) {
  let remainder = information << count;
  for (let place = count + 5; place >= count; place -= 1) {
    if ((remainder >> place) & 1) remainder ^= generator << (place - count);
  }
  return (information << count) | remainder;
}
