import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { AcpConnection } from '../../../src/acp/acp-connection.ts'
import { definitions } from '../../../src/agents/catalog.ts'
import type { McpServer } from '../../../src/acp/mcp-servers.ts'
import type { SessionOptions } from '../../../src/acp/session-options.ts'
import type { AcpSession } from '../../../src/acp/session.ts'
import type { TurnEnd } from '../../../src/acp/reading/turn-end.ts'
import type { ContentBlock } from '../../../src/events/content.ts'
import type { AgentEvent } from '../../../src/events/event.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../../../src/events/permission.ts'
import type { RecordedRequest } from '../../../src/testing/provider/script/recording.ts'
import type { ModelProvider } from '../../../src/testing/provider/server.ts'
import { writeFiles } from '../../../src/verify/worker/write-files.ts'
import type { QuickJob } from './job.ts'

/** A turn that did not end in time. */
export class TurnTimeout extends Error {}

const turnMs = 90_000
/** Some agents send their answer after the response to the prompt. */
const lateMs = 5000

/** What came of a prompt. */
export interface LabTurn {
  readonly events: readonly AgentEvent[]
  /** The text of the agent. */
  readonly text: string
  readonly end?: TurnEnd
  readonly error?: Error
  /** The requests at the provider that the prompt caused. */
  readonly requests: readonly RecordedRequest[]
}

/** A session in a workspace of its own, whose questions are answered by a fixed policy. */
export class LabSession {
  readonly session: AcpSession
  readonly folder: string
  readonly events: AgentEvent[]
  readonly #provider: ModelProvider
  readonly #policy: { answer: 'allow' | 'deny' }

  constructor(opened: Opened, provider: ModelProvider) {
    this.session = opened.session
    this.folder = opened.folder
    this.events = opened.events
    this.#policy = opened.policy
    this.#provider = provider
  }

  /** Sends a prompt, text or parts, and waits for its end. @throws TurnTimeout */
  async turn(
    prompt: string | readonly ContentBlock[],
    options: { answer?: 'allow' | 'deny'; onEvent?: (event: AgentEvent) => void; limitMs?: number } = {},
  ): Promise<LabTurn> {
    this.#policy.answer = options.answer ?? 'allow'
    const firstEvent = this.events.length
    const firstRequest = this.#provider.requests.length
    const content = typeof prompt === 'string' ? [{ type: 'text' as const, text: prompt }] : prompt
    let seen = firstEvent
    const watch = setInterval(() => {
      for (; seen < this.events.length; seen++) {
        const event = this.events[seen]
        if (event !== undefined) options.onEvent?.(event)
      }
    }, 50)
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => limit.reject(new TurnTimeout('no end of the turn')),
      options.limitMs ?? turnMs,
    )
    let ended: { end: TurnEnd } | { error: Error }
    try {
      ended = await Promise.race([
        this.session.prompt(content).then(
          (end) => ({ end }),
          (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
        ),
        limit.promise,
      ])
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
    }
    // Some agents send the last updates after the response.
    await new Promise((resolve) => setTimeout(resolve, 150))
    const events = this.events.slice(firstEvent)
    return { events, text: textOf(events), requests: this.#provider.requests.slice(firstRequest), ...ended }
  }
}

interface Opened {
  session: AcpSession
  folder: string
  events: AgentEvent[]
  policy: { answer: 'allow' | 'deny' }
}

/** How to open a session: new, or an earlier one by its id. */
export interface OpenRequest {
  how?: 'load' | 'resume' | 'fork'
  sessionId?: string
  folder?: string
  mcpServers?: readonly McpServer[]
}

export async function openSession(
  connection: AcpConnection,
  { job, provider }: { job: QuickJob; provider: ModelProvider },
  { how, sessionId = '', folder: given, mcpServers }: OpenRequest = {},
): Promise<LabSession> {
  const folder = given ?? (await mkdtemp(join(job.folder, 'work-')))
  if (given === undefined) {
    await writeFiles(folder, job.workFiles)
    await writeFile(join(folder, 'edited.txt'), 'before\n')
  }
  const events: AgentEvent[] = []
  const policy: Opened['policy'] = { answer: 'allow' }
  const options: SessionOptions = {
    cwd: folder,
    ...(mcpServers === undefined ? {} : { mcpServers }),
    onEvent: (event) => {
      events.push(event)
      return undefined
    },
    handlers: {
      permission: async (request) => answerOf(request, policy.answer),
      // Only an agent that asks for permission by a form is asked to: others work on without an answer.
      ...(definitions[job.agent as 'omp'].acp?.approvalForm === undefined
        ? {}
        : { elicitation: async () => ({ type: 'cancelled' }) as const }),
    },
  }
  const session =
    how === 'load'
      ? await connection.loadSession(sessionId, options)
      : how === 'resume'
        ? await connection.resumeSession(sessionId, options)
        : how === 'fork'
          ? await connection.forkSession(sessionId, options)
          : await connection.createSession(options)
  return new LabSession({ session, folder, events, policy }, provider)
}

/** Answers once, never for always, so that the next check is asked again. */
function answerOf({ options }: PermissionRequestedEvent, answer: 'allow' | 'deny'): PermissionOutcome {
  const kinds = answer === 'allow' ? ['allow-once', 'allow-always'] : ['reject-once', 'reject-always']
  const chosen = kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined)
  return chosen === undefined ? { type: 'cancelled' } : { type: 'selected', optionId: chosen.optionId }
}

/** The text of the agent, without echoes of the user's. */
export function textOf(events: readonly AgentEvent[]): string {
  return events
    .flatMap((event) => (event.type === 'text.delta' && event.role !== 'user' ? [event.text] : []))
    .join('')
}

/** Whether the agent says a word, also a moment after the end of its turn. */
export async function says({ events }: LabSession, word: string): Promise<boolean> {
  for (let waited = 0; waited < lateMs; waited += 100) {
    if (textOf(events).includes(word)) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** A word that occurs nowhere else. */
export function newWord(): string {
  return `rope-${randomBytes(4).toString('hex')}`
}
