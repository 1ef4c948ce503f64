import { join } from 'node:path'
import { dataFolder } from '../../core/files/data-folder.ts'
import { isRecord } from '../../core/shape.ts'
import { StampedCache } from '../../agents/detect/stamped-cache.ts'
import type { AgentCommand } from './agent-command.ts'

/** An agent's answer to `initialize`. */
export interface RememberedAnswer {
  /** When the agent answered, as ISO 8601. */
  readonly at: string
  /** The unmodified answer. */
  readonly initialize: Readonly<Record<string, unknown>>
}

/** One cache per data folder, shared by the clients of a process. */
const caches = new Map<string, StampedCache<RememberedAnswer>>()

function cache(): StampedCache<RememberedAnswer> {
  const file = join(dataFolder(), 'handshakes.json')
  const known = caches.get(file) ?? new StampedCache(file, isAnswer)
  caches.set(file, known)
  return known
}

const waiting = new Set<() => void>()

/** Calls `remember` after the caller's next requests, to not delay them, but before anyone asks for an answer. */
export function rememberLater(remember: () => void): void {
  waiting.add(remember)
  setImmediate(rememberNow)
}

function rememberNow(): void {
  for (const remember of waiting) {
    waiting.delete(remember)
    try {
      remember()
    } catch {
      // The next start will read the answer again.
    }
  }
}

/** The cached answer of the same command. */
export function rememberedAnswer({ key, stamp }: AgentCommand): RememberedAnswer | undefined {
  rememberNow()
  return cache().get(key, stamp)
}

/** Caches an answer, unless the same answer is cached already. */
export function rememberAnswer({ key, stamp }: AgentCommand, answer: RememberedAnswer): void {
  const known = cache().get(key, stamp)
  if (known !== undefined && JSON.stringify(known.initialize) === JSON.stringify(answer.initialize)) return
  cache().set(key, stamp, answer)
}

function isAnswer(value: unknown): value is RememberedAnswer {
  return isRecord(value) && typeof value['at'] === 'string' && isRecord(value['initialize'])
}
