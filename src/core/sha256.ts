const blockBytes = 64

/** The 32 bits after the point, as the standard takes its constants from roots of primes. */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}

const primes = /* @__PURE__ */ firstPrimes(64)
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const firstState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/**
 * The SHA-256 of a short text, as hexadecimal digits. By hand because it is used at every start: loading `node:crypto`
 * takes longer than all other work before an agent is started (`bench -- start`). Use `node:crypto` for large data.
 */
export function sha256(text: string): string {
  const state = firstState.slice()
  const message = padded(new TextEncoder().encode(text))
  const view = new DataView(message.buffer)
  const schedule = new Int32Array(blockBytes)
  for (let start = 0; start < message.length; start += blockBytes) {
    for (let index = 0; index < 16; index++) schedule[index] = view.getInt32(start + index * 4)
    compress(state, expand(schedule))
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** A bit, zeros and the length in bits, up to whole blocks. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  message.set(bytes)
  message[bytes.length] = 0x80
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(bytes.length) * 8n)
  return message
}

function expand(schedule: Int32Array): Int32Array {
  for (let index = 16; index < blockBytes; index++) {
    const [early, late] = [at(schedule, index - 15), at(schedule, index - 2)]
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[index] = at(schedule, index - 16) + first + at(schedule, index - 7) + second
  }
  return schedule
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let index = 0; index < blockBytes; index++) {
    const chosen = (e & f) ^ (~e & g)
    const first =
      h +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      chosen +
      at(roundConstants, index) +
      at(schedule, index)
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
