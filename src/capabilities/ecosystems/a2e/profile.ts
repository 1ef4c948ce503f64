import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { defined } from '../../defined.ts'
import { omitted } from '../../evidence.ts'
import { isObject } from '../../conversion/field-table.ts'
import { type CapabilityFact, type CapabilityProfile, supportOf } from '../../profile.ts'
import { type Conversion, ProfileReader } from '../../conversion/profile-reader.ts'
import { a2eAnswerNames, a2eCapabilities, type Capability, type NegotiatedCapabilities } from './types.ts'

const prefix = 'host.'

/** Host capabilities that are also a capability of the subject itself. */
const ownCapabilities: ReadonlyMap<string, string> = new Map([
  ['tools', 'tools.native'],
  ['multi_agent', 'multi-agent.delegation'],
])

/** The host's name for a capability, if it has one. */
export function hostCapabilityOf(id: string): string | undefined {
  if (id.startsWith(prefix)) return id.slice(prefix.length)
  return [...ownCapabilities].find(([, own]) => own === id)?.[0]
}

/** Several plugins may serve one capability; the reference host then sends an entry for each. */
type Entries = Pick<Capability, 'enabled' | 'metadata'>[]

/** Reads a host's answer. The host does not offer capabilities that are missing in it. */
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
    const own = ownCapabilities.get(name)
    if (own !== undefined) sheet.state(own, { flag, detail: 'offered by the host' })
  }
  for (const name of a2eCapabilities) {
    if (!entriesByName.has(name)) sheet.state(prefix + name, { flag: false, detail: omitted })
  }
  const { max_parallel: limit } = declaration
  if (limit !== undefined) sheet.state('execution.parallel', { flag: limit > 1, value: limit })
  return sheet.toProfile({ kind: 'host', id: 'unknown', ...context.subject })
}

/** The metadata of one entry unchanged; of several entries as a list. */
function valueOf(entries: Capability[]): Record<string, unknown> | Entries {
  const [first, ...others] = entries
  if (first !== undefined && others.length === 0) return first.metadata
  return entries.map(({ enabled, metadata }) => ({ enabled, metadata }))
}

/** Writes a host's answer: the known capabilities, enabled or not, under names that clients accept. */
export function fromProfile(profile: CapabilityProfile): Conversion<NegotiatedCapabilities> {
  const reader = new ProfileReader(profile)
  const accepted: Capability[] = []
  for (const [capability, fact] of reader.family(prefix)) {
    if (a2eAnswerNames.has(capability)) accepted.push(...entriesOf(reader, [capability, fact]))
    else if (isWritten(fact)) reader.lose(fact.id, 'clients drop an answer with a name they do not know')
  }
  for (const [capability, id] of ownCapabilities) {
    const offer = supportOf(profile, prefix + capability)
    if (offer !== 'unknown') {
      // The host's offer is written unchanged; the subject's own capability is part of it if both agree.
      if (offer === supportOf(profile, id)) reader.flag(id)
      continue
    }
    const flag = reader.flag(id)
    if (flag === undefined) continue
    accepted.push({ capability, enabled: flag, metadata: flag ? {} : { reason: 'not supported' } })
  }
  return reader.finish({ accepted_caps: accepted, ...defined({ max_parallel: writeLimit(reader) }) })
}

/** The number of parallel tasks, which also says whether there can be several. */
function writeLimit(reader: ProfileReader): number | undefined {
  const limit = reader.value('execution.parallel')
  if (limit === undefined) return undefined
  const support = supportOf(reader.profile, 'execution.parallel')
  const agrees = support === 'unknown' || (support === 'supported') === limit > 1
  if (agrees && Number.isInteger(limit) && limit >= 1) return limit
  reader.lose('execution.parallel', 'this shape has a whole number of tasks, and several are a yes')
  return undefined
}

function isWritten({ support, evidence }: CapabilityFact): boolean {
  return support === 'supported' || (support === 'unsupported' && evidence[0]?.detail !== omitted)
}

function entriesOf(reader: ProfileReader, [capability, fact]: [string, CapabilityFact]): Capability[] {
  if (!isWritten(fact)) return []
  const { id, value } = fact
  const enabled = fact.support === 'supported'
  if (isEntries(value)) return value.map((entry) => ({ capability, ...entry }))
  if (value !== undefined && !isObject(value)) reader.lose(id, 'this shape can only hold an object')
  const metadata = isObject(value) ? value : enabled ? {} : { reason: 'not supported' }
  return [{ capability, enabled, metadata }]
}

function isEntries(value: unknown): value is Entries {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every(
      (entry) => isObject(entry) && typeof entry['enabled'] === 'boolean' && isObject(entry['metadata']),
    )
  )
}
