const modulus = 2 ** 31 - 1
const factor = 48_271

/** Random numbers from 0 to 1, reproducible by seed on every machine. Not for cryptography. */
export function seededRandom(seed: number): () => number {
  // A zero state would stay zero; the remainder keeps the product exact.
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1
  return () => {
    state = (state * factor) % modulus
    return state / modulus
  }
}
