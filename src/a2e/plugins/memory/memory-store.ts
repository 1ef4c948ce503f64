import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { inTransaction } from '../database.ts'
import type { MemoryEntry, MemoryTier } from './memory-entry.ts'
import { memoryTables } from './memory-tables.ts'

/** The entries a session may access. */
export interface MemoryReach {
  /** The namespace and its scope. */
  space: string
  session: string
  agent: string
}

/** A filter for entries. All given conditions must hold. */
export interface MemoryFilter {
  keys: readonly Record<string, unknown>[]
  tags: readonly string[]
  /** Every tier if omitted. */
  tier?: MemoryTier | undefined
  minScore?: number
  /** An entry must have at least one of these words; the best match comes first. */
  words?: readonly string[]
}

/** The entries of a memory in a database. */
export class MemoryStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(memoryTables)
    // Working entries belong to sessions of an earlier process.
    database.exec("DELETE FROM entry WHERE tier = 'working'")
  }

  /** Adds a memory, unless its id already exists. */
  define(memory: { id: string; agent: string; space: string; namespace: string; metadata: string }): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO memory VALUES (:id, :agent, :space, :namespace, :metadata)')
      .run(memory)
  }

  /** The space of a memory of an agent. */
  spaceOf(id: string, agent: string): string | undefined {
    const row = this.#database.prepare('SELECT space FROM memory WHERE id = ? AND agent = ?').get(id, agent)
    return row === undefined ? undefined : String(row['space'])
  }

  /** The number of entries in a space, over all owners. */
  count(space: string): number {
    const row = this.#database.prepare('SELECT count(*) AS total FROM entry WHERE space = ?').get(space)
    return Number(row?.['total'])
  }

  /** Stores all entries or none; `check` may throw to roll back. */
  store(reach: MemoryReach, entries: readonly MemoryEntry[], check: () => void): MemoryEntry[] {
    return inTransaction(this.#database, () => {
      const stored = entries.map((entry) => this.#put(reach, entry))
      check()
      return stored
    })
  }

  /** Deletes expired entries. */
  expire(now: number): void {
    this.#database.prepare('DELETE FROM entry WHERE expires_at <= ?').run(now)
  }

  find(
    reach: MemoryReach,
    filter: MemoryFilter,
    { limit, now }: { limit: number; now: number },
  ): { entries: MemoryEntry[]; total: number } {
    const { clause, values } = condition(reach, filter)
    const { words } = filter
    const from = words === undefined ? 'entry' : 'entry JOIN entry_words ON entry_words.rowid = entry.number'
    const matching = words === undefined ? '' : 'AND entry_words MATCH ?'
    const order =
      words === undefined ? 'score DESC, updated_at DESC, number' : 'bm25(entry_words), score DESC'
    const where = `${clause} AND (expires_at IS NULL OR expires_at > ?) ${matching}`
    const all = [...values, now, ...(words === undefined ? [] : [wordsQuery(words)])]
    const counted = this.#database.prepare(`SELECT count(*) AS total FROM ${from} WHERE ${where}`).get(...all)
    const rows = this.#database
      .prepare(`SELECT entry.* FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?`)
      .all(...all, limit)
    return { entries: rows.map(entryOf), total: Number(counted?.['total']) }
  }

  forget(reach: MemoryReach, filter: MemoryFilter): number {
    const { clause, values } = condition(reach, filter)
    return Number(this.#database.prepare(`DELETE FROM entry WHERE ${clause}`).run(...values).changes)
  }

  forgetSession(session: string): void {
    this.#database.prepare("DELETE FROM entry WHERE tier = 'working' AND owner = ?").run(session)
  }

  close(): void {
    this.#database.close()
  }

  #put({ space, session, agent }: MemoryReach, entry: MemoryEntry): MemoryEntry {
    const { tier, tags, source, score, ttl, created_at, updated_at } = entry
    const owner = tier === 'working' ? session : tier === 'episodic' ? agent : ''
    const content = JSON.stringify(entry.content)
    const row = this.#database
      .prepare(
        `INSERT INTO entry
           (space, tier, owner, key, content, tags, source, score, ttl, created_at, updated_at, expires_at)
         VALUES (:space, :tier, :owner, :key, :content, :tags, :source, :score, :ttl, :created_at, :updated_at,
           :expires_at)
         ON CONFLICT (space, tier, owner, key) DO UPDATE SET
           content = excluded.content, tags = excluded.tags, source = excluded.source, score = excluded.score,
           ttl = excluded.ttl, updated_at = excluded.updated_at, expires_at = excluded.expires_at
         RETURNING *`,
      )
      .get({
        space,
        tier,
        owner,
        key: canonicalJson(entry.key),
        content,
        tags: JSON.stringify(tags),
        source,
        score,
        ttl,
        created_at,
        updated_at,
        expires_at: ttl === 0 ? null : updated_at + ttl,
      })
    const number = Number(row?.['number'])
    const words = textsIn([entry.key, entry.content, tags, source]).join(' ')
    this.#database
      .prepare('INSERT OR REPLACE INTO entry_words (rowid, words) VALUES (?, ?)')
      .run(number, words)
    return entryOf(row ?? {})
  }
}

function condition(
  { space, session, agent }: MemoryReach,
  { keys, tags, tier, minScore }: MemoryFilter,
): { clause: string; values: SQLInputValue[] } {
  const parts = ["space = ? AND owner = CASE tier WHEN 'working' THEN ? WHEN 'episodic' THEN ? ELSE '' END"]
  const values: SQLInputValue[] = [space, session, agent]
  const add = (part: string, ...more: SQLInputValue[]): void => {
    parts.push(part)
    values.push(...more)
  }
  if (tier !== undefined) add('tier = ?', tier)
  if (minScore !== undefined) add('score >= ?', minScore)
  if (keys.length > 0) add('key IN (SELECT value FROM json_each(?))', JSON.stringify(keys.map(canonicalJson)))
  if (tags.length > 0) {
    const lacking = 'SELECT value FROM json_each(?) EXCEPT SELECT value FROM json_each(entry.tags)'
    add(`NOT EXISTS (${lacking})`, JSON.stringify(tags))
  }
  return { clause: parts.join(' AND '), values }
}

/** All names and values in a JSON value, as texts. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Array.isArray(value)
    ? value.flatMap(textsIn)
    : Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

/** Quoted, so that no word is read as an FTS5 operator. */
function wordsQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}

function entryOf(row: Record<string, unknown>): MemoryEntry {
  const json = (name: string): unknown => JSON.parse(String(row[name]))
  return {
    key: json('key') as Record<string, unknown>,
    content: json('content'),
    tier: row['tier'] as MemoryTier,
    tags: json('tags') as string[],
    source: String(row['source']),
    score: Number(row['score']),
    ttl: Number(row['ttl']),
    created_at: Number(row['created_at']),
    updated_at: Number(row['updated_at']),
  }
}
