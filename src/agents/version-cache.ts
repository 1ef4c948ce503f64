import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface CacheEntry {
  modified: number
  size: number
  version: string
}

/** Remembers what programs said their version is, until they change. A broken file is as good as none. */
export class VersionCache {
  readonly #file: string
  #entries: Map<string, CacheEntry> | undefined

  constructor(file: string) {
    this.#file = file
  }

  get(program: string): string | undefined {
    const entry = this.#load().get(program)
    const now = stampOf(program)
    return entry !== undefined && now?.modified === entry.modified && now.size === entry.size
      ? entry.version
      : undefined
  }

  set(program: string, version: string): void {
    const stamp = stampOf(program)
    if (stamp === undefined) return
    this.#load().set(program, { ...stamp, version })
    this.#save()
  }

  #load(): Map<string, CacheEntry> {
    this.#entries ??= new Map(readEntries(this.#file))
    return this.#entries
  }

  /** Whole or not at all; that it cannot be written costs time and nothing else. */
  #save(): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      const draft = `${this.#file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(Object.fromEntries(this.#load())))
      renameSync(draft, this.#file)
    } catch {
      return
    }
  }
}

function readEntries(file: string): [string, CacheEntry][] {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
    return entries.filter((entry): entry is [string, CacheEntry] => isEntry(entry[1]))
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is CacheEntry {
  if (typeof value !== 'object' || value === null) return false
  const { modified, size, version } = value as Record<string, unknown>
  return typeof modified === 'number' && typeof size === 'number' && typeof version === 'string'
}

function stampOf(program: string): Omit<CacheEntry, 'version'> | undefined {
  try {
    const { mtimeMs, size } = statSync(program)
    return { modified: mtimeMs, size }
  } catch {
    return undefined
  }
}
