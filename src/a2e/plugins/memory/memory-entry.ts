import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'

/** The scope of an entry: the session, the agent in all its sessions, or every agent. */
export type MemoryTier = 'working' | 'episodic' | 'semantic'

export const memoryTiers: readonly MemoryTier[] = ['working', 'episodic', 'semantic']

/** A stored entry, as published. */
export interface MemoryEntry {
  key: Record<string, unknown>
  content: unknown
  tier: MemoryTier
  tags: string[]
  source: string
  /** The weight of the entry. */
  score: number
  /** Seconds until the entry expires; 0 for never. */
  ttl: number
  created_at: number
  updated_at: number
}

const schema: JsonSchema = {
  type: 'object',
  properties: {
    key: { type: 'object' },
    tier: { enum: memoryTiers },
    tags: { type: 'array', items: { type: 'string' } },
    source: { type: 'string' },
    score: { type: 'number' },
    ttl: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  required: ['key', 'content', 'tier'],
}

/** The entry with defaults filled in, or the reason why it cannot be stored. */
export function readEntry(given: Record<string, unknown>, now: number): MemoryEntry | string {
  const [issue] = checkJsonSchema(schema, given).issues
  if (issue !== undefined) return `${issue.path.join('.') || 'The entry'} ${issue.message}`
  const { key, content, tier, tags, source, score, ttl } = given as Partial<MemoryEntry>
  return {
    key: key ?? {},
    content,
    tier: tier ?? 'working',
    tags: tags ?? [],
    source: source ?? '',
    score: score ?? 1,
    ttl: ttl ?? 0,
    created_at: now,
    updated_at: now,
  }
}
