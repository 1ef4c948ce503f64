const blockBytes = 64

// Literals, because computing them from the primes takes as long as hashing a short text.
const firstState = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)
const roundConstants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)

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
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)]
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)]
  for (let index = 0; index < blockBytes; index++) {
    const chosen = (e & f) ^ (~e & g)
    const first =
      h +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      chosen +
      at(roundConstants, index) +
      at(schedule, index)
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    // One by one: a list on the right would be read with an iterator, which is slow before V8 has optimized the loop.
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word
}

function at(words: Int32Array, index: number): number {
  return words[index] ?? 0
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
