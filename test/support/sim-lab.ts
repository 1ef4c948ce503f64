import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { sim } from '../../src/agents/catalog/sim/definition.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import { type Client, createClient } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/api/options.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { childrenOf } from './processes.ts'
import type { WireMessage } from './sim.ts'

/** What every run of a lab is given, beside its agent and its prompt. */
export type LabOptions = Pick<RunOptions, 'cwd' | 'env' | 'onMessage'>

/** A folder with a workspace, clients whose agents misbehave on cue, and all that was said on the wire. */
export interface Lab {
  readonly workspace: string
  readonly options: LabOptions
  /** A client whose agent `sim` follows a scenario. */
  sim(scenario?: Scenario, changes?: AgentChanges): Client
  /** A client whose agent `bare` is a program of JavaScript lines; see `bareAgent`. */
  bare(source: string, changes?: AgentChanges): Client
  /** A client with several such agents, by their ids. */
  bares(sources: Readonly<Record<string, string>>): Client
  /** A client whose agent `own` is any program for Node. */
  program(file: string, words?: readonly string[]): Client
  /** What was sent to agents so far. */
  sent(method?: string): WireMessage[]
  /** What agents sent so far. */
  received(method?: string): WireMessage[]
  /** The agents that still run, by their process ids. */
  running(): number[]
  /** Waits until no agent runs any more, which every test must come to, and removes the folder. */
  remove(): Promise<void>
}

/** What differs from the sim's own definition. */
export interface AgentChanges {
  words?: readonly string[]
  facts?: AgentDefinition['facts'][string] extends infer Fact ? Record<string, Fact> : never
  acp?: Partial<AgentDefinition['acp']>
  thinking?: AgentDefinition['thinking']
  usage?: AgentDefinition['usage']
  modelList?: AgentDefinition['modelList']
  storedUsage?: AgentDefinition['storedUsage']
  home?: AgentDefinition['home']
}

export function createLab(): Lab {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-lab-')))
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  const wire: { direction: 'out' | 'in'; message: WireMessage }[] = []
  let files = 0
  const write = (content: string, ending: string): string => {
    const file = join(root, `${files++}.${ending}`)
    writeFileSync(file, content)
    return file
  }
  const passed = (expected: 'out' | 'in', method: string | undefined): WireMessage[] =>
    wire
      .filter(({ direction, message }) => direction === expected && (!method || message.method === method))
      .map(({ message }) => message)
  const node = (file: string, words: readonly string[], changes: AgentChanges = {}): AgentDefinition => ({
    ...sim,
    facts: { ...sim.facts, ...changes.facts },
    thinking: changes.thinking ?? sim.thinking,
    binaries: ['node'],
    policies: [{ policies: ['allow-reads', 'ask', 'deny'], transport: 'acp', basis: 'run' }],
    ...(changes.usage === undefined ? {} : { usage: changes.usage }),
    ...(changes.storedUsage === undefined ? {} : { storedUsage: changes.storedUsage }),
    ...(changes.home === undefined ? {} : { home: changes.home }),
    acp: { binary: 'node', arguments: [file, ...words], ...changes.acp },
  })
  return {
    workspace,
    options: {
      cwd: workspace,
      env: { CAPSTAN_SIM_HOME: join(root, 'sessions') },
      onMessage: (direction, message) => void wire.push({ direction, message: message as WireMessage }),
    },
    sim: (scenario = {}, { words = [], facts, acp, usage, storedUsage, modelList } = {}) => {
      const file = write(JSON.stringify(scenario), 'json')
      const transport = { binary: 'capstan-sim', own: true as const, ...acp }
      return createClient({
        definitions: [
          {
            ...sim,
            facts: { ...sim.facts, ...facts },
            ...(usage === undefined ? {} : { usage }),
            ...(storedUsage === undefined ? {} : { storedUsage }),
            ...(modelList === undefined ? {} : { modelList }),
            acp: { ...transport, arguments: ['--scenario', file, ...words] },
          },
        ],
      })
    },
    bare: (source, changes) =>
      createClient({ definitions: [{ ...node(write(bareAgent + source, 'cjs'), [], changes), id: 'bare' }] }),
    bares: (sources) =>
      createClient({
        definitions: Object.entries(sources).map(([id, source]) => ({
          ...node(write(bareAgent + source, 'cjs'), []),
          id,
        })),
      }),
    program: (file, words = []) =>
      createClient({ definitions: [{ ...node(file, [...words, root]), id: 'own' }] }),
    sent: (method) => passed('out', method),
    received: (method) => passed('in', method),
    running: () => childrenOf(process.pid, root),
    remove: async () => {
      await vi.waitFor(() => {
        if (childrenOf(process.pid, root).length > 0) throw new Error('An agent still runs')
      }, 10_000)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/**
 * The beginning of an agent of a few lines: `on` gets the requests by method, `send` writes messages in one piece,
 * `say` is an update with text. `initialize` and `session/new` are answered.
 */
const bareAgent = `
const send = (...messages) =>
  process.stdout.write(messages.map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }) + '\\n').join(''))
const update = (update) => ({ method: 'session/update', params: { sessionId: 's1', update } })
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const on = {
  initialize: ({ id }) => send({ id, result: { protocolVersion: 1, agentCapabilities: {} } }),
  'session/new': ({ id }) => send({ id, result: { sessionId: 's1' } }),
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  on[message.method]?.(message)
})
`

/** Reads a run to its end. */
export async function readAll(run: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

/** The events of one type. */
export function ofType<Type extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: Type,
): Extract<AgentEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type)
}

/** What was said in these events. */
export function textIn(events: readonly AgentEvent[]): string {
  return ofType(events, 'text.delta')
    .map(({ text }) => text)
    .join('')
}

/** What a promise failed with, as plain data. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    (value) => {
      throw new Error(`It did not fail: ${JSON.stringify(value)}`)
    },
    (reason: unknown) => reason,
  )
  return error instanceof Error && 'toJSON' in error && typeof error.toJSON === 'function'
    ? (error.toJSON() as unknown)
    : error
}
