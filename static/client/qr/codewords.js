/* From bytes to the codewords of a symbol (ISO/IEC 18004, 7.4 to 7.6). */

import { errorCorrection } from "./galois.js";

const BYTE_MODE = "4";
const TERMINATOR = "0";
const PADS = [0xec, 0x11];

/** The final message: the data codewords of these bytes, then those of error correction, from all blocks in turn. */
export function finalMessage(bytes, layout) {
  const { blocks, correction, data } = layout;
  const left = dataCodewords(bytes, layout);
  const split = Array.from({ length: blocks }, (_, place) => {
    return left.splice(0, Math.floor((data + place) / blocks)); // the longer ones are the last
  });
  return [...inTurn(split), ...inTurn(split.map((block) => errorCorrection(block, correction)))];
}

/** Mode, count of the bytes, bytes and terminator, padded. */
function dataCodewords(bytes, { data, countBytes }) {
  const content = Array.from(bytes, (byte) => hex(byte, 1)).join("");
  const digits = BYTE_MODE + hex(bytes.length, countBytes) + content + TERMINATOR;
  const used = digits.match(/../g).map((pair) => parseInt(pair, 16));
  return Array.from({ length: data }, (_, place) => used[place] ?? PADS[(place - used.length) % 2]);
}

function hex(number, bytes) {
  return number.toString(16).padStart(2 * bytes, "0");
}

/** The first codeword of each block, the second of each, and so on. */
function inTurn(blocks) {
  const longest = blocks[blocks.length - 1];
  return longest.flatMap((_, place) => blocks.filter((block) => place < block.length).map((block) => block[place]));
}
