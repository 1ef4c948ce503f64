import { ClaimSheet, type DeclarationContext } from '../../claim-sheet.ts'
import { defined } from '../../defined.ts'
import { omitted } from '../../evidence.ts'
import type { CapabilityFact, CapabilityProfile } from '../../profile.ts'
import { type Conversion, ProfileReader } from '../../profile-reader.ts'
import { a2eCapabilities, type Capability, type NegotiatedCapabilities } from './types.ts'

const prefix = 'host.'

/** Names beside the published ones that the reference client takes; any other makes it drop the whole answer. */
const acceptedNames: readonly string[] = [...a2eCapabilities, 'planning', 'test']

/** Host capabilities that are also a capability of the subject itself. */
const ownCapabilities: Readonly<Record<string, string>> = {
  tools: 'tools.native',
  multi_agent: 'multi-agent.delegation',
}

/** The host's name for a capability, if it has one. */
export function hostCapabilityOf(id: string): string | undefined {
  if (id.startsWith(prefix)) return id.slice(prefix.length)
  return Object.keys(ownCapabilities).find((name) => ownCapabilities[name] === id)
}

/** Several plugins may serve one capability; the reference host then answers with an entry for each. */
type Entries = Pick<Capability, 'enabled' | 'metadata'>[]

/** Reads what a host answered. What it left out it does not offer. */
export function toProfile(
  declaration: NegotiatedCapabilities,
  context: DeclarationContext = {},
): CapabilityProfile {
  const sheet = new ClaimSheet({
    source: context.source ?? 'advertised',
    origin: 'a2e',
    at: context.at,
    agentVersion: context.subject?.version,
  })
  const entriesByName = Map.groupBy(declaration.accepted_caps, ({ capability }) => capability)
  for (const [name, entries] of entriesByName) {
    const flag = entries.some(({ enabled }) => enabled)
    sheet.state(prefix + name, { flag, value: valueOf(entries) })
    const own = ownCapabilities[name]
    if (own !== undefined) sheet.state(own, { flag, detail: 'offered by the host' })
  }
  for (const name of a2eCapabilities) {
    if (!entriesByName.has(name)) sheet.state(prefix + name, { flag: false, detail: omitted })
  }
  const { max_parallel: limit } = declaration
  if (limit !== undefined) sheet.state('execution.parallel', { flag: limit > 1, value: limit })
  return sheet.toProfile({ kind: 'host', id: 'unknown', ...context.subject })
}

/** One entry's metadata as it is; several as a list. */
function valueOf(entries: Capability[]): Record<string, unknown> | Entries {
  const [first, ...others] = entries
  if (first !== undefined && others.length === 0) return first.metadata
  return entries.map(({ enabled, metadata }) => ({ enabled, metadata }))
}

/** Writes a host's answer: what is known, enabled or not, under names a client can read. */
export function fromProfile(profile: CapabilityProfile): Conversion<NegotiatedCapabilities> {
  const reader = new ProfileReader(profile)
  const accepted: Capability[] = []
  const named = reader.family(prefix)
  for (const [capability, fact] of named) {
    if (acceptedNames.includes(capability)) accepted.push(...entriesOf(capability, fact))
    else if (isWritten(fact)) reader.lose(fact.id, 'clients drop an answer with a name they do not know')
  }
  for (const [capability, id] of Object.entries(ownCapabilities)) {
    const flag = reader.flag(id)
    if (flag === undefined || named.some(([name]) => name === capability)) continue
    accepted.push({ capability, enabled: flag, metadata: flag ? {} : { reason: 'not supported' } })
  }
  const limit = reader.value('execution.parallel')
  return reader.finish({ accepted_caps: accepted, ...defined({ max_parallel: limit }) })
}

function isWritten({ support, evidence }: CapabilityFact): boolean {
  return support === 'supported' || (support === 'unsupported' && evidence[0]?.detail !== omitted)
}

function entriesOf(capability: string, fact: CapabilityFact): Capability[] {
  if (!isWritten(fact)) return []
  const enabled = fact.support === 'supported'
  if (Array.isArray(fact.value)) return (fact.value as Entries).map((entry) => ({ capability, ...entry }))
  const metadata = (fact.value ?? (enabled ? {} : { reason: 'not supported' })) as Record<string, unknown>
  return [{ capability, enabled, metadata }]
}
