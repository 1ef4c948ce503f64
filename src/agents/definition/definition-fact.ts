import type { EvidenceScope, Support, Transport } from '../../capabilities/evidence.ts'
import type { CapabilityValues } from '../../capabilities/values.ts'

/**
 * What a fact of the catalogue rests on.
 * - `run`: the program was run and did it, or did not
 * - `help`: it says so itself: in its help, in the documents it ships or in the answer to an ACP handshake
 * - `docs`: its published documentation says so
 * - `none`: no evidence yet
 */
export type Basis = 'run' | 'help' | 'docs' | 'none'

/** One fact of an agent's definition. */
export interface DefinitionFact {
  readonly support: Support
  readonly value?: unknown
  readonly basis: Basis
  /** What a reader needs to know about it; of an unknown, why it is not known. */
  readonly note?: string
  /** The version of ACP, or the agent's versions, that it is about. */
  readonly scope?: Omit<EvidenceScope, 'transport'>
}

/**
 * A fact that differs between the transports; a transport that is left out is not known.
 * Over ACP there can be one for each version of the protocol.
 */
export interface TransportFacts {
  readonly acp?: DefinitionFact | readonly DefinitionFact[]
  readonly cli?: DefinitionFact
}

/** One fact of a definition and the transport it is about, if it is about one. */
export interface ScopedFact {
  readonly transport?: Transport
  readonly fact: DefinitionFact
}

/** One fact of an agent and the capability it is about. */
export interface Statement extends ScopedFact {
  readonly id: string
}

/** All facts that a definition has about one capability. */
export function eachFact(entry: DefinitionFact | TransportFacts): ScopedFact[] {
  if ('support' in entry) return [{ fact: entry }]
  return (['acp', 'cli'] as const).flatMap((transport) =>
    [entry[transport] ?? []].flat().map((fact) => ({ transport, fact })),
  )
}

/** The facts that the total shape of agent-mux asks for; every definition answers each, if only with unknown. */
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

/** A fact that says yes. */
export function yes<Id extends string = string>(basis: Basis, options: FactOptions<Id> = {}): DefinitionFact {
  return { support: 'supported', basis, ...options }
}

/** A fact that says no. */
export function no<Id extends string = string>(basis: Basis, options: FactOptions<Id> = {}): DefinitionFact {
  return { support: 'unsupported', basis, ...options }
}

/** A fact nobody could establish; the note says why. */
export function unknown(note = 'not verified'): DefinitionFact {
  return { support: 'unknown', basis: 'none', note }
}

/** Nothing but unknowns, for a definition that says only what was seen. */
export function unknownFacts(note?: string): Readonly<Record<MuxFactId, DefinitionFact>> {
  return Object.fromEntries(muxFactIds.map((id) => [id, unknown(note)])) as Record<MuxFactId, DefinitionFact>
}

/** Every platform, as agent-mux's document has it of an agent that was only tried on Linux. */
export const everyPlatform: DefinitionFact = yes<'process.platforms'>('docs', {
  value: ['darwin', 'linux', 'win32'],
  note: "as agent-mux's document has it; only Linux was tried",
})

/** What an agent says of itself when it is started over ACP, and nobody tried. */
export const advertised: DefinitionFact = yes('help', { note: 'advertised over ACP' })

/** What an agent says over ACP that it does not do. */
export const notAdvertised: DefinitionFact = no('help', { note: 'denied in the ACP handshake' })

/** What ACP has no field for, so that no agent can be given it there. */
export const noField: DefinitionFact = no('docs', { note: 'ACP has no field for it' })

/** A file whose content is sent inside the prompt. */
export const asEmbeddedContext: DefinitionFact = yes('help', { note: 'as embedded context' })

/** The arguments of a tool call arrive at once, from a provider that sends them in pieces. */
export const wholeCalls: DefinitionFact = no('run', { note: 'a call arrives with all its arguments' })

/** Nothing arrives before the end. */
export const wholeAnswer: DefinitionFact = no('run', { note: 'one object at the end' })

export const untriedImage: DefinitionFact = unknown('no run requested an image')

export const untriedParallelCalls: DefinitionFact = unknown('no recording has two tool calls in one answer')
