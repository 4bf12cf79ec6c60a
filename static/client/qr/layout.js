/* Where the codewords of a version go (ISO/IEC 18004, 7.7.3, and table 3). */

import { functionPatterns } from "./patterns.js";
import { VERSIONS, blocksOf } from "./versions.js";

/** The layout of the smallest version that takes so many bytes. Raises RangeError where none does. */
export function smallestLayout(bytes) {
  for (let version = 1; version <= VERSIONS; version += 1) {
    const layout = layoutOf(version);
    // Four bits of the mode, the count of the bytes, four of the terminator.
    if (1 + layout.countBytes + bytes <= layout.data) return layout;
  }
  throw new RangeError(`A QR code does not take ${bytes} bytes.`);
}

/** Of a version: its function patterns, its encoding region, and how many codewords of which sort that takes. */
export function layoutOf(version) {
  const patterns = functionPatterns(version);
  const region = encodingRegion(patterns);
  const { blocks, correction } = blocksOf(version);
  const data = (region.length >> 3) - blocks * correction;
  return { version, patterns, region, blocks, correction, data, countBytes: version < 10 ? 1 : 2 };
}

/** Row and column of each bit: in pairs of columns from the right, upwards and downwards in turn, around all
 * patterns. */
function encodingRegion(rows) {
  const region = [];
  const order = [...rows.keys()];
  for (let right = rows.length - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing pattern has this column
    order.reverse();
    for (const row of order) {
      for (const column of [right, right - 1]) if (rows[row][column] === undefined) region.push([row, column]);
    }
  }
  return region;
}
