import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { transportsOf } from '../../agents/definition/transports.ts'
import type { Verdict } from '../../capabilities/compare.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { type CapabilityProfile, supportOf } from '../../capabilities/profile.ts'
import type { RunOptions } from '../api/options.ts'
import { policyHold, startPolicyOf } from '../permissions/policy-hold.ts'
import { asksSomebody, canAsk, comparedNeeds, nativeSchema, needsLongRunning } from '../api/run-needs.ts'

export interface TransportQuestion {
  readonly definition: AgentDefinition
  readonly options: RunOptions
  /** A session needs a long-running process on the agent's command line. */
  readonly isSession: boolean
  /** The transports that support the requested thinking; empty if none is requested. */
  readonly thinking: readonly Transport[]
  readonly profileOn: (transport: Transport) => CapabilityProfile
  /** The transport whose program is not installed, if the other transport's program is. */
  readonly missing?: Transport | undefined
}

/**
 * The penalties of a transport: for an impossible call, an unenforced policy, a missing program, dropped thinking or
 * folders, and for missing evidence or weaker support.
 */
const weights = { impossible: 1000, unguarded: 100, missing: 50, leftOut: 10, unknown: 1 } as const

/** The transport that supports most of the options; ACP if both support the same. */
export function chooseTransport(question: TransportQuestion): Transport {
  const { options, definition } = question
  if (options.transport !== undefined) return options.transport
  const candidates = transportsOf(definition)
  const [only, another] = candidates
  if (another === undefined) return only ?? (definition.acp === undefined ? 'cli' : 'acp')
  const weighed = candidates.map((transport) => ({ transport, against: against(transport, question) }))
  const least = Math.min(...weighed.map(({ against: weight }) => weight))
  const best = weighed.filter(({ against: weight }) => weight === least).map(({ transport }) => transport)
  // On the command line the agent enforces a schema; over ACP only the prompt requests it.
  const holdsSchema = best.includes('cli') && nativeSchema(definition, options) !== undefined
  return holdsSchema ? 'cli' : (best[0] ?? 'acp')
}

/** The other transport, if it supports what this one does not. */
export function betterTransport(transport: Transport, question: TransportQuestion): Transport | undefined {
  const other = transport === 'acp' ? 'cli' : 'acp'
  if (!transportsOf(question.definition).includes(other)) return undefined
  return against(other, question) < weights.leftOut ? other : undefined
}

function against(transport: Transport, question: TransportQuestion): number {
  const { options, definition, isSession, thinking } = question
  let weight = 0
  for (const { requirement, verdict } of comparedNeeds(options, () => question.profileOn(transport))) {
    weight += weightOf(requirement.id, verdict)
  }
  if (transport === 'cli' && !fitsCommandLine(definition, options, isSession)) weight += weights.impossible
  weight += policyWeight(transport, question)
  if (transport === question.missing) weight += weights.missing
  if (thinking.length > 0 && !thinking.includes(transport)) weight += weights.leftOut
  const isResumed = options.sessionId !== undefined
  if (isResumed && transport === 'acp' && definition.acp?.resumesWorse) weight += weights.unknown
  return weight
}

function weightOf(id: string, verdict: Verdict): number {
  if (verdict === 'met') return 0
  if (verdict === 'unknown') return weights.unknown
  return id === 'session.additional-directories' ? weights.leftOut : weights.impossible
}

function policyWeight(transport: Transport, question: TransportQuestion): number {
  const { options, definition, isSession } = question
  const isLongRunning = transport === 'cli' && (isSession || needsLongRunning(definition, options))
  const form = { transport, isLongRunning }
  const policy = startPolicyOf(options, { definition, isSession, ...form })
  const { grade } = policyHold(definition, () => question.profileOn(transport), { policy, ...form })
  // With `ask`, a person watches the agent and gets a warning about the gaps.
  const partly = policy === 'ask' && !options.strict ? 0 : weights.unguarded / 2
  return { held: 0, unknown: weights.unknown, partly, none: weights.unguarded }[grade]
}

/** Whether the command line supports the options: attachments need a path, and questions an agent that can ask. */
function fitsCommandLine(definition: AgentDefinition, options: RunOptions, isSession: boolean): boolean {
  const { attachments = [] } = options
  if (isSession && definition.dialog === undefined) return false
  if (asksSomebody(options) && !canAsk(definition)) return false
  return attachments.every(({ path }) => path !== undefined)
}

/** The main advantages of ACP, by capability. */
const gains: Readonly<Record<string, string>> = {
  'mcp.stdio': 'MCP servers',
  'output.text-streaming': 'text as the agent writes it',
  'prompt.image': 'images',
  'prompt.embedded-context': 'attached text',
  'session.list': 'a list of stored sessions',
}

/** Warns if a run uses the command line only because the ACP bridge is not installed. */
export function fallbackWarnings(transport: Transport, question: TransportQuestion): string[] {
  const { missing, definition, options, profileOn } = question
  if (missing !== 'acp' || transport !== 'cli' || options.transport !== undefined) return []
  if (chooseTransport({ ...question, missing: undefined }) !== 'acp') return []
  const [over, on] = [profileOn('acp'), profileOn('cli')]
  const added = Object.entries(gains)
    .filter(([id]) => supportOf(over, id) === 'supported' && supportOf(on, id) !== 'supported')
    .map(([, text]) => text)
  const what = added.length === 0 ? '' : `, which adds ${added.join(', ')},`
  return [
    `${definition.id} runs on its command line: its bridge for ACP${what} is not installed. ` +
      `Run capstan install ${definition.id} to add only the bridge`,
  ]
}
