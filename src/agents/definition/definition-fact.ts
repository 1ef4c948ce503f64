import type { EvidenceScope, Support, Transport } from '../../capabilities/evidence.ts'
import type { CapabilityValues } from '../../capabilities/values.ts'

/**
 * The basis of a fact in the catalog.
 * - `run`: the program was run and did it, or did not
 * - `help`: the program says so: in its help, its bundled documents or its ACP handshake
 * - `docs`: its published documentation says so
 * - `none`: no evidence yet
 */
export type Basis = 'run' | 'help' | 'docs' | 'none'

/** One fact of an agent's definition. */
export interface DefinitionFact {
  readonly support: Support
  readonly value?: unknown
  readonly basis: Basis
  /** A remark for the reader; for an unknown fact, the reason. */
  readonly note?: string
  /** The ACP version or the agent versions that the fact applies to. */
  readonly scope?: Omit<EvidenceScope, 'transport'>
}

/**
 * A fact that differs between transports; a missing transport is unknown.
 * For ACP, there can be one fact per protocol version.
 */
export interface TransportFacts {
  readonly acp?: DefinitionFact | readonly DefinitionFact[]
  readonly cli?: DefinitionFact
}

/** One fact of a definition, with its transport if the fact applies to only one. */
export interface ScopedFact {
  readonly transport?: Transport
  readonly fact: DefinitionFact
}

/** One fact of an agent and its capability. */
export interface Statement extends ScopedFact {
  readonly id: string
}

/** All facts of a definition about one capability. */
export function eachFact(entry: DefinitionFact | TransportFacts): ScopedFact[] {
  if ('support' in entry) return [{ fact: entry }]
  return (['acp', 'cli'] as const).flatMap((transport) =>
    [entry[transport] ?? []].flat().map((fact) => ({ transport, fact })),
  )
}

/** The facts of agent-mux's total shape; every definition has each of them, possibly as unknown. */
export const muxFactIds = [
  'session.resume',
  'session.fork',
  'session.multi-turn',
  'session.persistence',
  'output.text-streaming',
  'output.tool-call-streaming',
  'output.json-mode',
  'output.structured',
  'output.image',
  'thinking.supported',
  'thinking.streaming',
  'thinking.effort',
  'thinking.budget',
  'tools.native',
  'tools.parallel',
  'tools.approval',
  'mcp.supported',
  'skills',
  'agents-md',
  'multi-agent.delegation',
  'execution.parallel',
  'interaction.repl',
  'interaction.steer',
  'prompt.image',
  'prompt.file',
  'plugins',
  'process.platforms',
  'process.git-required',
  'process.pty-required',
] as const

export type MuxFactId = (typeof muxFactIds)[number]

interface FactOptions<Id extends string> {
  value?: Id extends keyof CapabilityValues ? CapabilityValues[Id] : unknown
  note?: string
  scope?: DefinitionFact['scope']
}

/** A supported capability. */
export function yes<Id extends string = string>(basis: Basis, options: FactOptions<Id> = {}): DefinitionFact {
  return { support: 'supported', basis, ...options }
}

/** An unsupported capability. */
export function no<Id extends string = string>(basis: Basis, options: FactOptions<Id> = {}): DefinitionFact {
  return { support: 'unsupported', basis, ...options }
}

/** An unknown capability; the note gives the reason. */
export function unknown(note = 'not verified'): DefinitionFact {
  return { support: 'unknown', basis: 'none', note }
}

/** All required facts as unknown, for a definition that adds only what was seen. */
export function unknownFacts(note?: string): Readonly<Record<MuxFactId, DefinitionFact>> {
  return Object.fromEntries(muxFactIds.map((id) => [id, unknown(note)])) as Record<MuxFactId, DefinitionFact>
}

/** Every platform, according to agent-mux's document, for an agent that was tried only on Linux. */
export const everyPlatform: DefinitionFact = yes<'process.platforms'>('docs', {
  value: ['darwin', 'linux', 'win32'],
  note: "according to agent-mux's document; tried only on Linux",
})

/** Advertised in the agent's ACP handshake, but not tried. */
export const advertised: DefinitionFact = yes('help', { note: 'advertised over ACP' })

/** Denied in the agent's ACP handshake. */
export const notAdvertised: DefinitionFact = no('help', { note: 'missing in the ACP handshake' })

/** ACP has no field for the capability, so no agent can receive it over ACP. */
export const noField: DefinitionFact = no('docs', { note: 'ACP has no field for this' })

/** The prompt includes the content of the file. */
export const asEmbeddedContext: DefinitionFact = yes('help', { note: 'as embedded context' })

/** The agent reports a tool call only with complete arguments, although the provider streams them. */
export const wholeCalls: DefinitionFact = no('run', { note: 'each call arrives with complete arguments' })

/** The agent prints nothing before the end. */
export const wholeAnswer: DefinitionFact = no('run', { note: 'one object at the end' })

export const untriedImage: DefinitionFact = unknown('no run requested an image')

export const untriedParallelCalls: DefinitionFact = unknown('no recording has two tool calls in one answer')
