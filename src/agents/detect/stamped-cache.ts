import { writeWhole } from '../../core/files/write-whole.ts'
import { isRecord } from '../../core/shape.ts'

// An import of node:fs also loads its streams.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs')

/** A machine has a few agents; more entries belong to programs that have moved. */
const mostEntries = 64

interface CacheEntry<Value> {
  stamp: string
  value: Value
}

/**
 * Caches values in a file, each until its stamp changes. Other processes write to the same file; their values are
 * visible at the next read. A corrupt file counts as empty.
 */
export class StampedCache<Value> {
  readonly #file: string
  readonly #isValue: (value: unknown) => value is Value
  #entries = new Map<string, CacheEntry<Value>>()
  #readAt: string | undefined

  constructor(file: string, isValue: (value: unknown) => value is Value) {
    this.#file = file
    this.#isValue = isValue
  }

  get isEmpty(): boolean {
    this.#refresh()
    return this.#entries.size === 0
  }

  get(key: string, stamp: string): Value | undefined {
    this.#refresh()
    const entry = this.#entries.get(key)
    return entry?.stamp === stamp ? entry.value : undefined
  }

  set(key: string, stamp: string, value: Value): void {
    this.#refresh()
    this.#entries.delete(key)
    this.#entries.set(key, { stamp, value })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > mostEntries && oldest !== undefined) this.#entries.delete(oldest)
    try {
      writeWhole(this.#file, JSON.stringify(Object.fromEntries(this.#entries)))
      this.#readAt = fileStamp([this.#file])
    } catch {
      // Without a writable file, the cache lasts only as long as this process.
    }
  }

  #refresh(): void {
    const now = fileStamp([this.#file])
    if (now === undefined || now === this.#readAt) return
    this.#readAt = now
    for (const [key, entry] of Object.entries(readDocument(this.#file))) {
      if (this.#isEntry(entry)) this.#entries.set(key, entry)
    }
  }

  #isEntry(entry: unknown): entry is CacheEntry<Value> {
    return isRecord(entry) && typeof entry['stamp'] === 'string' && this.#isValue(entry['value'])
  }
}

/** A stamp that changes with any of the files; undefined if a file is missing. */
export function fileStamp(files: readonly string[]): string | undefined {
  try {
    const stamps = files.map((file) => {
      const { mtimeMs, size } = statSync(file)
      return `${mtimeMs}:${size}`
    })
    return stamps.join(' ')
  } catch {
    return undefined
  }
}

function readDocument(file: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(document) ? document : {}
  } catch {
    return {}
  }
}
