import { resolve } from 'node:path'
import { A2EError } from '../../a2e-error.ts'
import { definePlugin, type Plugin, type PluginSession } from '../../plugin.ts'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { openDatabase } from '../database.ts'
import { memoryTiers, readEntry, type MemoryEntry, type MemoryTier } from './memory-entry.ts'
import { MemoryStore, type MemoryReach } from './memory-store.ts'

export interface MemoryPluginOptions {
  /** The file to store entries in, absolute or relative to the host's root; without it they are lost when the host closes. */
  file?: string
  /** The maximum number of entries per namespace; 10,000 if omitted. */
  maxEntries?: number
  /** The maximum length of an entry's content, in characters of JSON; 64 × 1024 if omitted. */
  maxContent?: number
  priority?: number
}

/** The maximum number of words of a query. */
const mostWords = 64

/**
 * A plugin that stores memories for a session (`working`), for an agent (`episodic`) or for all agents (`semantic`). Agent
 * names are not verified: use separate hosts for memories that must stay separate.
 */
export function memoryPlugin(options: MemoryPluginOptions = {}): Plugin {
  const { file, maxEntries = 10_000, maxContent = 64 * 1024, priority = 0 } = options
  let opened: MemoryStore | undefined
  const store = (): MemoryStore => {
    if (opened === undefined) throw new A2EError('runtime_error', 'The memory plugin is not loaded')
    return opened
  }
  const reachOf = (id: string, { id: session, agentId: agent }: PluginSession): MemoryReach => {
    const space = store().spaceOf(id, agent)
    if (space === undefined) throw notFound(id)
    return { space, session, agent }
  }
  return definePlugin({
    name: 'memory',
    type: 'memory',
    priority,
    load: ({ root }) => {
      opened = new MemoryStore(openDatabase(file === undefined ? undefined : resolve(root, file)))
    },
    unload: () => {
      opened?.close()
      opened = undefined
    },
    endSession: ({ id }) => opened?.forgetSession(id),
    messages: {
      'memory/init/req': async ({ namespace, scope, metadata }, { session: { agentId: agent } }) => {
        const space = canonicalJson([namespace, scope])
        const id = await idOf(canonicalJson([agent, namespace, scope]))
        store().define({ id, agent, space, namespace, metadata: JSON.stringify(metadata) })
        return { memory_id: id, namespace, success: true }
      },
      'memory/store/req': ({ memory_id, entries }, { session, clock }) => {
        const reach = reachOf(memory_id, session)
        const now = clock.now() / 1000
        store().expire(now)
        const read = entries.map((entry) => readEntry(entry, now)).map(withinContent(maxContent))
        const errors = read.flatMap((one, index) =>
          typeof one === 'string' ? `entries.${index}: ${one}` : [],
        )
        const fitting = read.filter((one) => typeof one !== 'string')
        const stored = store().store(reach, fitting, () => {
          if (store().count(reach.space) > maxEntries) throw fullError(maxEntries)
        })
        return { stored: stored.map((entry) => ({ ...entry })), errors }
      },
      'memory/retrieve/req': (
        { memory_id, keys, query, tags, tier, limit, min_score },
        { session, clock },
      ) => {
        const reach = reachOf(memory_id, session)
        const words = (query.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, mostWords)
        if (query !== '' && words.length === 0) return { entries: [], total: 0 }
        const filter = { keys, tags, tier: tierOf(tier), minScore: min_score }
        const { entries, total } = store().find(
          reach,
          { ...filter, ...(query === '' ? {} : { words }) },
          { limit: Math.max(0, limit), now: clock.now() / 1000 },
        )
        return { entries: entries.map((entry) => ({ ...entry })), total }
      },
      'memory/forget/req': ({ memory_id, keys, tags, tier }, { session }) => {
        const reach = reachOf(memory_id, session)
        if (keys.length === 0 && tags.length === 0) throw nothingNamed()
        return { deleted: store().forget(reach, { keys, tags, tier: tierOf(tier) }) }
      },
    },
  })
}

function withinContent(limit: number): (entry: MemoryEntry | string) => MemoryEntry | string {
  return (entry) =>
    typeof entry !== 'string' && JSON.stringify(entry.content).length > limit
      ? `content has more than ${limit} characters of JSON`
      : entry
}

/** A memory keeps its id after a restart. Other agents cannot use the id: lookups include the agent's name. */
async function idOf(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex').slice(0, 32)
}

function tierOf(tier: string): MemoryTier | undefined {
  if (tier === '') return undefined
  const known = memoryTiers.find((name) => name === tier)
  if (known !== undefined) return known
  throw new A2EError('schema_violation', `There is no tier ${tier}`, { detail: { tiers: memoryTiers } })
}

function notFound(id: string): A2EError {
  return new A2EError('memory_not_found', `There is no memory ${id}`, {
    detail: { memory_id: id },
    capabilityName: 'memory',
    hint: 'Send memory/init/req first.',
  })
}

function fullError(limit: number): A2EError {
  return new A2EError(
    'memory_full',
    `The namespace is limited to ${limit} entries; none of these was stored`,
    {
      detail: { limit },
      capabilityName: 'memory',
    },
  )
}

function nothingNamed(): A2EError {
  return new A2EError('invalid_message', 'memory/forget/req needs keys or tags', {
    capabilityName: 'memory',
    hint: 'Add at least one key or tag.',
  })
}
