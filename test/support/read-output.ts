import { readFileSync } from 'node:fs'
import type {
  CreateOutputReader,
  OutputContext,
  OutputEnd,
  AgentExit,
} from '../../src/agents/command-line/output-reader.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import { agentEventSchema } from '../../src/events/schemas.ts'

const cleanExit: AgentExit = { exitCode: 0, signal: null, stderrTail: '' }

/** How a recording is read that is not the plainest one. */
export interface Reading {
  context?: Partial<OutputContext>
  exit?: Partial<AgentExit>
  /** Only so much of it, as of a program that was killed. */
  bytes?: number
}

interface ReadRecording {
  events: AgentEvent[]
  end: OutputEnd
}

/** Reads a recording as a run would, and holds every event against the schema. */
export function readOutput(create: CreateOutputReader, file: URL, reading: Reading = {}): ReadRecording {
  const reader = create({ cwd: '/workspace/repo', isResumed: false, ...reading.context })
  const text = readFileSync(file).subarray(0, reading.bytes).toString('utf8')
  const events = text.split('\n').flatMap((line) => {
    if (line === '') return []
    const value = parsed(line)
    return value === undefined ? (reader.readText?.(line) ?? []) : reader.read(value)
  })
  for (const event of events) agentEventSchema.parse(event)
  return { events, end: reader.end({ ...cleanExit, ...reading.exit }) }
}

/**
 * Events for literal comparison: joins consecutive deltas and drops fields that are the same everywhere (session id,
 * times, metadata, debug logs).
 */
export function comparableEvents(events: readonly AgentEvent[]): object[] {
  const list: Record<string, unknown>[] = []
  for (const event of events) {
    if (event.type === 'log' && event.level === 'debug') continue
    const { sessionId: _, at: _at, meta: _meta, ...rest } = event
    const last = list.at(-1)
    if ('text' in rest && last !== undefined && isSamePart(last, rest)) last['text'] += String(rest.text)
    else list.push({ ...rest })
  }
  return list
}

function isSamePart(a: Record<string, unknown>, b: object): boolean {
  const names = ['type', 'messageId', 'toolCallId', 'role', 'subagentId'] as const
  return names.every((name) => a[name] === (b as Record<string, unknown>)[name])
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
