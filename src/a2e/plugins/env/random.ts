const modulus = 2 ** 31 - 1
const factor = 48_271

/** Numbers from 0 up to 1 that a seed decides, the same on every machine. Good enough to build a world, not to hide one. */
export function seededRandom(seed: number): () => number {
  // Zero would stay zero; the remainder keeps the product exact.
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1
  return () => {
    state = (state * factor) % modulus
    return state / modulus
  }
}
