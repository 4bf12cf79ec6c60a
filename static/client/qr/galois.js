/* Reed–Solomon codes over GF(2⁸), modulo x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, 7.5.2). */

const MODULUS = 0x11d;
const ALPHA = 2;

/** The `count` error correction codewords of a block of data codewords: the remainder of a division. */
export function errorCorrection(data, count) {
  const divisor = generator(count);
  const remainder = Array(count).fill(0);
  for (const codeword of data) {
    const factor = codeword ^ remainder.shift();
    remainder.push(0);
    divisor.forEach((coefficient, place) => (remainder[place] ^= product(coefficient, factor)));
  }
  return remainder;
}

/** (x − 1)(x − α)…(x − α^(count−1)): its coefficients, the highest first, without the 1 of x^count. */
function generator(count) {
  let polynomial = [1];
  for (let degree = 0, root = 1; degree < count; degree += 1, root = product(root, ALPHA)) {
    const times = polynomial.map((coefficient) => product(coefficient, root));
    polynomial = [...polynomial, 0].map((coefficient, place) => coefficient ^ (place && times[place - 1]));
  }
  return polynomial.slice(1);
}

function product(a, b) {
  let sum = 0;
  for (let bit = 0x80; bit; bit >>= 1) {
    sum = (sum << 1) ^ (sum & 0x80 ? MODULUS : 0) ^ (b & bit ? a : 0);
  }
  return sum;
}
