/* Ed25519 (RFC 8032): whether a signature is a key's, in every browser, without TLS too, where there is no WebCrypto.
 *
 * A point of the curve −x² + y² = 1 + dx²y² is [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z. All of this is public, so
 * it need not take the same time for all of it.
 */

import { sha512 } from "./sha512.js";

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n; // of the base point
const D = mod(-121665n * inverse(121666n));
const NEUTRAL = [0n, 1n, 1n, 0n];
const BASE = pointAt(4n * inverse(5n), 0n);

/** Whether this signature, 64 bytes, of the message is by this key, 32 bytes, in the strict form that `survey verify`
 * takes: S < L, every number below its modulus, and neither key nor R one of the eight points of small order. One
 * signature by such a key fits every message, and one that begins with such a point lays the private key bare.
 */
export function verifies(key, signature, message) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const [r, s] = [signature.slice(0, 32), numberOf(signature.slice(32))];
  const keyPoint = pointOf(key);
  if (s >= ORDER || !keyPoint || isSmall(keyPoint)) return false;
  const challenge = numberOf(sha512(Uint8Array.of(...r, ...key, ...message))) % ORDER;
  const point = sumOfMultiples(s, BASE, challenge, negative(keyPoint));
  return !isSmall(point) && encodedPoint(point) === numberOf(r);
}

/** The point that these 32 bytes name, or null if they name none, or not in the one way to write it. */
function pointOf(bytes) {
  const number = numberOf(bytes);
  const y = BigInt.asUintN(255, number);
  return y < FIELD ? pointAt(y, number >> 255n) : null;
}

/** The point with this y and the lowest bit of x, or null if the curve has none. */
function pointAt(y, bit) {
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (FIELD + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * power(2n, (FIELD - 1n) / 4n));
  if (mod(x * x) !== square) return null;
  if ((x & 1n) !== bit) x = FIELD - x;
  return [x, y, 1n, mod(x * y)];
}

/** A point as the number that its 32 bytes are. */
function encodedPoint([x, y, z]) {
  const scale = inverse(z);
  return mod(y * scale) | ((mod(x * scale) & 1n) << 255n);
}

/** Whether eight times the point is neutral: four times it has x = 0. */
function isSmall(point) {
  const twice = sumOfPoints(point, point);
  return mod(sumOfPoints(twice, twice)[0]) === 0n;
}

/** m·p + n·q, bit by bit from the highest. */
function sumOfMultiples(m, p, n, q) {
  const both = sumOfPoints(p, q);
  let total = NEUTRAL;
  for (let bit = 252n; bit >= 0n; bit -= 1n) {
    total = sumOfPoints(total, total);
    const added = [null, p, q, both][Number(((m >> bit) & 1n) | (((n >> bit) & 1n) << 1n))];
    if (added) total = sumOfPoints(total, added);
  }
  return total;
}

/** RFC 8032, section 5.1.4: of any two points, the same one twice included. */
function sumOfPoints([x, y, z, t], [u, v, w, s]) {
  const a = (y - x) * (v - u);
  const b = (y + x) * (v + u);
  const c = mod(2n * t * s) * D;
  const d = 2n * z * w;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [e * f, g * h, f * g, e * h].map(mod);
}

function negative([x, y, z, t]) {
  return [-x, y, z, -t];
}

function inverse(number) {
  return power(mod(number), FIELD - 2n);
}

function power(number, exponent) {
  let product = 1n;
  for (let square = number; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) product = mod(product * square);
    square = mod(square * square);
  }
  return product;
}

function mod(number) {
  const rest = number % FIELD;
  return rest < 0n ? rest + FIELD : rest;
}

/** The number that bytes, the lowest first, stand for. */
function numberOf(bytes) {
  return bytes.reduceRight((number, each) => (number << 8n) | BigInt(each), 0n);
}
