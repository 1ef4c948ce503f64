import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { readFields, readLeftovers, writeFields } from '../../conversion/field-table.ts'
import { type CapabilityFact, type CapabilityProfile, factIn } from '../../facts.ts'
import { type Conversion, ProfileReader } from '../../conversion/profile-reader.ts'
import { fields } from './fields.ts'
import type { AgentCapabilities } from './types.ts'

const namespace = 'ag-ui'

/** Reads an AG-UI declaration. Missing fields stay unknown. */
export function toProfile(
  declaration: AgentCapabilities,
  context: DeclarationContext = {},
): CapabilityProfile {
  const { identity, custom } = declaration
  const version = context.subject?.version ?? identity?.version
  const sheet = new ClaimSheet({
    source: context.source ?? 'declared',
    origin: namespace,
    at: context.at,
    agentVersion: version,
  })
  readFields(sheet, withCurrentNames(declaration), { fields, silence: 'unknown' })
  readLeftovers(sheet, declaration, { fields, namespace, named: ['custom', 'multiAgent.subAgents'] })
  for (const [name, value] of Object.entries(custom ?? {})) {
    sheet.state(`custom.${namespace}.${name}`, { flag: value !== false, value })
  }
  return sheet.toProfile({
    kind: 'agent',
    id: identity?.name ?? 'unknown',
    ...(version === undefined ? {} : { version }),
    ...context.subject,
  })
}

/** Agents before AG-UI 1.0 list their subagents as `subAgents`; both lists are read. */
function withCurrentNames(declaration: AgentCapabilities): AgentCapabilities {
  const { subagents = [], subAgents } = declaration.multiAgent ?? {}
  if (subAgents === undefined) return declaration
  const names = new Set(subagents.map(({ name }) => name))
  const all = [...subagents, ...subAgents.filter(({ name }) => !names.has(name))]
  return { ...declaration, multiAgent: { ...declaration.multiAgent, subagents: all } }
}

/** Writes an AG-UI declaration with the known facts only. */
export function fromProfile(profile: CapabilityProfile): Conversion<AgentCapabilities> {
  const reader = new ProfileReader(profile)
  const declaration: AgentCapabilities = writeFields(reader, {
    fields,
    namespace,
    flag: (id) => reader.flag(id),
  })

  // AG-UI displays the name, so the title is written there.
  const title = reader.value('identity.title')
  if (title !== undefined) {
    const { name = title } = declaration.identity ?? {}
    if (name !== title) reader.lose('identity.name', 'the title is used instead')
    declaration.identity = { ...declaration.identity, name: title }
  }
  if (declaration.multiAgent?.subagents) declaration.multiAgent.subAgents = declaration.multiAgent.subagents
  if (outlivesRuns(profile)) declaration.state = { persistentState: true, ...declaration.state }
  const custom = writeCustom(reader)
  if (Object.keys(custom).length > 0) declaration.custom = custom
  return reader.finish(declaration)
}

/** A session that can be resumed is persistent state, but not the reverse. */
function outlivesRuns(profile: CapabilityProfile): boolean {
  return ['session.load', 'session.resume'].some((id) => factIn(profile, id).support === 'supported')
}

/** AG-UI's own names stay at the top level; other ecosystems get a namespace. */
function writeCustom(reader: ProfileReader): Record<string, unknown> {
  const own = new Map<string, unknown>()
  const others = new Map<string, [name: string, value: unknown][]>()
  for (const [rest, fact] of reader.family('custom.')) {
    const content = contentOf(reader, fact)
    if (content === undefined) continue
    const dot = rest.indexOf('.')
    const [owner, name] = [dot === -1 ? namespace : rest.slice(0, dot), rest.slice(dot + 1)]
    if (owner === namespace) own.set(name, content)
    else others.set(owner, [...(others.get(owner) ?? []), [name, content]])
  }
  for (const [owner, entries] of others) {
    if (!own.has(owner)) own.set(owner, Object.fromEntries(entries))
    else for (const [name] of entries) reader.lose(`custom.${owner}.${name}`, `\`${owner}\` is taken`)
  }
  return Object.fromEntries(own)
}

/** The `custom` entry of a fact: its value, or true or false without one. An unsupported fact is `false`. */
function contentOf(reader: ProfileReader, { id, support, value }: CapabilityFact): unknown {
  if (support === 'unsupported') {
    if (value !== undefined && value !== false) reader.lose(id, 'this shape can only say yes or no')
    return false
  }
  if (value !== undefined) return value
  return support === 'supported' ? true : undefined
}
