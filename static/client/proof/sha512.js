/* SHA-512 (FIPS 180-4), by which Ed25519 hashes: the same as SHA-256 on words of 64 bits.
 *
 * Compared with Python's in tests/property/test_signature_laws.py.
 */

import { firstPrimes, padded } from "../sha256.js";

const BLOCK_OF_512 = 128; // bytes
const PRIMES_OF_512 = firstPrimes(80); // one a round
// The first 64 bits of the fractional parts of the square and the cube roots of primes.
const START_OF_512 = PRIMES_OF_512.slice(0, 8).map((prime) => fractionOfRoot(prime, 2));
const CONSTANTS_OF_512 = PRIMES_OF_512.map((prime) => fractionOfRoot(prime, 3));

/** The SHA-512 of these bytes, as 64 bytes. */
export function sha512(bytes) {
  const blocks = padded(bytes, BLOCK_OF_512);
  let state = START_OF_512;
  for (let start = 0; start < blocks.length; start += BLOCK_OF_512) {
    state = mixed(state, new DataView(blocks.buffer, start));
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => digest.setBigUint64(8 * place, word));
  return new Uint8Array(digest.buffer);
}

function mixed(state, block) {
  const words = [];
  let [a, b, c, d, e, f, g, h] = state;
  CONSTANTS_OF_512.forEach((constant, t) => {
    words[t] = t < 16 ? block.getBigUint64(8 * t) : scheduled(words[t - 2], words[t - 7], words[t - 15], words[t - 16]);
    const first = h + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + ((e & f) ^ (~e & g)) + constant + words[t];
    const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [in64Bits(first + second), a, b, c, in64Bits(d + first), e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, place) => in64Bits(word + state[place]));
}

function scheduled(near, seventh, far, last) {
  const s1 = turned(near, 19n) ^ turned(near, 61n) ^ (near >> 6n);
  const s0 = turned(far, 1n) ^ turned(far, 8n) ^ (far >> 7n);
  return in64Bits(s1 + seventh + s0 + last);
}

/** The word turned to the right by so many bits. */
function turned(word, bits) {
  return in64Bits((word >> bits) | (word << (64n - bits)));
}

/** Newton's step from the float's 53 bits is exact in twice as many. */
function fractionOfRoot(prime, degree) {
  const near = BigInt(Math.floor(prime ** (1 / degree) * 2 ** 64));
  const [power, times] = [BigInt(prime) << BigInt(64 * degree), BigInt(degree)];
  return in64Bits(((times - 1n) * near + power / near ** (times - 1n)) / times);
}

function in64Bits(number) {
  return BigInt.asUintN(64, number);
}
