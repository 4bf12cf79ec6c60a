/* SHA-256 (FIPS 180-4), since `crypto.subtle` is missing where the page is served without TLS.
 *
 * Passes the standard's own vectors: tests/browser/respondent/test_digest.py.
 */

const ROUNDS = 64;
const BLOCK_BYTES = 64;

const PRIMES = firstPrimes(ROUNDS);
// The first 32 bits of the fractional parts of the square and the cube roots of primes.
const START = PRIMES.slice(0, 8).map((prime) => fractionOf(prime ** (1 / 2)));
const CONSTANTS = PRIMES.map((prime) => fractionOf(prime ** (1 / 3)));

/** The SHA-256 of these bytes, 64 hex digits. */
export function sha256(bytes) {
  const state = Uint32Array.from(START);
  const blocks = padded(bytes, BLOCK_BYTES);
  for (let start = 0; start < blocks.byteLength; start += BLOCK_BYTES) {
    mix(state, new DataView(blocks.buffer, start, BLOCK_BYTES));
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** The bytes, a 1 bit, zeros, and the number of bits in an eighth of a block, in whole blocks. */
export function padded(bytes, block) {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 1 + block / 8) / block) * block);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  new DataView(blocks.buffer).setBigUint64(blocks.length - 8, BigInt(bytes.length) * 8n);
  return blocks;
}

function mix(state, block) {
  const words = new Uint32Array(ROUNDS);
  for (let t = 0; t < ROUNDS; t += 1) {
    if (t < 16) words[t] = block.getUint32(4 * t);
    else {
      const [near, far] = [words[t - 2], words[t - 15]];
      const s1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      const s0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      words[t] = s1 + words[t - 7] + s0 + words[t - 16];
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < ROUNDS; t += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + CONSTANTS[t] + words[t];
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + most;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

function rotate(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionOf(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

export function firstPrimes(count) {
  const primes = [];
  for (let each = 2; primes.length < count; each += 1) {
    if (primes.every((prime) => each % prime)) primes.push(each);
  }
  return primes;
}
