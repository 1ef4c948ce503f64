import { dirname } from 'node:path'
import { createId } from '../core/ids.ts'
import { makeFolder } from '../core/make-folder.ts'
import { isRecord } from './shape.ts'

// Importing it as a module loads its streams too.
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs')

interface CacheEntry<Value> {
  modified: number
  size: number
  value: Value
}

/** Remembers something about programs in a file, until they change. A broken file is as good as none. */
export class ProgramCache<Value> {
  readonly #file: string
  readonly #isValue: (value: unknown) => value is Value
  #entries: Map<string, CacheEntry<Value>> | undefined

  constructor(file: string, isValue: (value: unknown) => value is Value) {
    this.#file = file
    this.#isValue = isValue
  }

  get(program: string): Value | undefined {
    this.#entries ??= this.#read()
    const entry = this.#entries.get(program)
    const now = stampOf(program)
    return entry !== undefined && now?.modified === entry.modified && now.size === entry.size
      ? entry.value
      : undefined
  }

  set(program: string, value: Value): void {
    const stamp = stampOf(program)
    if (stamp === undefined) return
    // Read again: another process may have remembered something since.
    this.#entries = this.#read().set(program, { ...stamp, value })
    try {
      writeWhole(this.#file, JSON.stringify(Object.fromEntries(this.#entries)))
    } catch {
      // That it cannot be written costs time and nothing else.
    }
  }

  #read(): Map<string, CacheEntry<Value>> {
    const entries = Object.entries(readDocument(this.#file))
    return new Map(entries.filter((entry): entry is [string, CacheEntry<Value>] => this.#isEntry(entry[1])))
  }

  #isEntry(entry: unknown): entry is CacheEntry<Value> {
    if (!isRecord(entry)) return false
    return (
      typeof entry['modified'] === 'number' &&
      typeof entry['size'] === 'number' &&
      this.#isValue(entry['value'])
    )
  }
}

/** Writes a file whole or not at all. */
function writeWhole(file: string, text: string): void {
  makeFolder(dirname(file))
  const draft = `${file}.${createId()}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
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

function stampOf(program: string): Omit<CacheEntry<unknown>, 'value'> | undefined {
  try {
    const { mtimeMs, size } = statSync(program)
    return { modified: mtimeMs, size }
  } catch {
    return undefined
  }
}
