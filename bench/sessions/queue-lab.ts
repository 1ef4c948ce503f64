import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignore } from '../../src/core/ignore.ts'
import {
  type AgentSession,
  createSessions,
  openSqliteStore,
  type Participant,
  type Sessions,
} from '../../src/sessions/index.ts'

export const sessionCount = 1000
/** The number of queued messages. */
export const messageCount = 20_000
/** The number of messages per sample. */
export const sampleCount = 10_000

/** A typical message between agents. */
export const text =
  'The tests of the parser pass now; have a look at the open question in its notes. '.repeat(3)

/** Calls a function with a file in a temporary folder. */
export async function withFile<Result>(work: (path: string) => Result | Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  try {
    return await work(join(folder, 'sessions.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A session that accepts every message at once. */
export interface BenchSession extends AgentSession {
  emit(event: { type: 'status.changed'; status: 'active' | 'idle' }): void | Promise<void>
}

export interface Lab {
  sessions: Sessions
  workers: BenchSession[]
  sender: Participant
}

export function createLab(path: string, { receive = ignore }: { receive?: () => void } = {}): Lab {
  const sessions = createSessions({ store: openSqliteStore({ path }) })
  const workers = Array.from({ length: sessionCount }, (_, index) => benchSession(`worker-${index}`, receive))
  for (const worker of workers) sessions.register(worker, { status: 'active' })
  return { sessions, workers, sender: sessions.join({ name: 'sender' }) }
}

export function benchSession(handle: string, receive: () => void): BenchSession {
  let listener: ((event: Parameters<BenchSession['emit']>[0]) => void | Promise<void>) | undefined
  return {
    identity: { id: handle, name: handle, handle },
    capabilities: {
      messaging: { receive: true },
      delivery: { modes: ['immediate', 'on-idle'] },
      events: { emits: ['status.changed'] },
      lifecycle: { release: false },
    },
    receiveMessage: async (_, { id }) => {
      receive()
      return { status: 'delivered', deliveryId: id }
    },
    onEvent: (emit) => {
      listener = emit
      return () => {
        listener = undefined
      }
    },
    emit: (event) => listener?.(event),
  }
}

/** Sends `count` messages, round-robin over the sessions. */
export function fill({ sender, workers }: Lab, count: number): void {
  for (let index = 0; index < count; index++) {
    sender.send({ to: `@${workers[index % workers.length]?.identity.handle}`, text })
  }
}
