import { Transform } from 'node:stream'

/** Shorter keys are no secrets (`ollama`), and words of ordinary answers. */
const minLength = 16

/**
 * Covers the keys of a request in its answer, because a server may repeat what it got. Keeps the length of the answer, so
 * that its headers stay true.
 */
export class KeyCover {
  readonly #keys: readonly string[]

  constructor(keys: readonly string[]) {
    const forms = keys.flatMap((key) => [key, encodeURIComponent(key)])
    this.#keys = [...new Set(forms)].filter((form) => form.length >= minLength)
  }

  text(text: string): string {
    return this.#keys.reduce((shown, key) => shown.replaceAll(key, '*'.repeat(key.length)), text)
  }

  /** A stream that covers the keys in a body; undefined if there are none. */
  stream(): Transform | undefined {
    if (this.#keys.length === 0) return undefined
    const keys = this.#keys.map((key) => Buffer.from(key))
    // The end of a part that may be the beginning of a key.
    let held: Buffer = Buffer.alloc(0)
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const bytes = covered(held.length === 0 ? chunk : Buffer.concat([held, chunk]), keys)
        const end = Math.min(...keys.map((key) => startOf(key, bytes)))
        held = bytes.subarray(end)
        done(null, bytes.subarray(0, end))
      },
      flush(done) {
        done(null, held)
      },
    })
  }
}

/** Others read the same bytes, so they are copied before they change. */
function covered(bytes: Buffer, keys: readonly Buffer[]): Buffer {
  let all = bytes
  for (const key of keys) {
    for (let at = all.indexOf(key); at !== -1; at = all.indexOf(key, at + key.length)) {
      if (all === bytes) all = Buffer.from(bytes)
      all.fill('*', at, at + key.length)
    }
  }
  return all
}

/** Where the bytes end with the beginning of a key; their length if they do not. */
function startOf(key: Buffer, bytes: Buffer): number {
  const [first = 0] = key
  let at = bytes.indexOf(first, Math.max(0, bytes.length - key.length + 1))
  while (at !== -1 && !key.subarray(0, bytes.length - at).equals(bytes.subarray(at))) {
    at = bytes.indexOf(first, at + 1)
  }
  return at === -1 ? bytes.length : at
}
