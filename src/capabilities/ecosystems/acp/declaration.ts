import { at, writeFields } from '../../conversion/field-table.ts'
import { type CapabilityProfile, supportOf } from '../../profile.ts'
import type { Conversion } from '../../conversion/profile-reader.ts'
import { TotalProfileReader } from '../../conversion/total-profile-reader.ts'
import {
  answerFieldsV1,
  answerFieldsV2,
  baseline,
  normalisedFields,
  resumeCall,
  sessionBaselineV2,
} from './fields.ts'
import { metaFields, namespace } from './profile.ts'
import type { IAgentCapabilities, InitializeAnswerV1, InitializeAnswerV2 } from './types.ts'

/** ACP agents accept text and stdio MCP servers even if they do not advertise them. */
const always = ['mcp.stdio', 'prompt.text']

/** Capabilities without their own field, with the capabilities from which each follows. */
const implied: Readonly<Record<string, readonly string[]>> = {
  'session.resume': ['session.load', resumeCall],
  'lifecycle.release': ['session.close'],
  'prompt.file': ['prompt.embedded-context'],
}

/** Writes the normalized shape, in which unknown is false. */
export function fromProfile(profile: CapabilityProfile): Conversion<IAgentCapabilities> {
  const reader = new TotalProfileReader(profile)
  const flag = (id: string): boolean => reader.total(id, reader.flag(id), always.includes(id))
  const fields = normalisedFields()
  const declaration = writeFields(reader, { fields, namespace: 'agents-wire', flag })
  readImplied(reader)
  return reader.finish(declaration as unknown as IAgentCapabilities)
}

/** Writes the `initialize` response of an ACP agent of this version. */
export function initializeFromProfile(
  profile: CapabilityProfile,
  options: { version: 1 },
): Conversion<InitializeAnswerV1>
export function initializeFromProfile(
  profile: CapabilityProfile,
  options: { version: 2 },
): Conversion<InitializeAnswerV2>
export function initializeFromProfile(
  profile: CapabilityProfile,
  options: { version: 1 | 2 },
): Conversion<InitializeAnswerV1 | InitializeAnswerV2>
export function initializeFromProfile(
  profile: CapabilityProfile,
  { version }: { version: 1 | 2 },
): Conversion<InitializeAnswerV1 | InitializeAnswerV2> {
  const reader = new TotalProfileReader(profile)
  const answer = version === 1 ? writeAnswerV1(reader) : writeAnswerV2(reader)
  reader.value('acp.protocol-version')
  readImplied(reader)
  carry(reader, { id: 'interaction.steer', follows: at(answer, '_meta.steering.supported') })
  carry(reader, { id: 'auth', follows: (answer.authMethods ?? []).length > 0 })
  return reader.finish({ authMethods: [], ...answer, protocolVersion: version })
}

function writeAnswerV1(reader: TotalProfileReader): InitializeAnswerV1 {
  const flag = (id: string): boolean | undefined => reader.closedFlag(id)
  const answer: InitializeAnswerV1 = writeFields(reader, { fields: answerFieldsV1(), namespace, flag })
  const { agentCapabilities, agentInfo, ...rest } = answer
  const [meta, agentMeta] = writeMetas(reader, metaFields.v1)
  if (reader.flag('mcp.stdio') === false) reader.lose('mcp.stdio', 'version 1 agents always have it')
  return {
    ...rest,
    ...(agentInfo ? { agentInfo: { ...agentInfo, name: writeName(reader) } } : {}),
    agentCapabilities: { ...agentCapabilities, ...agentMeta },
    ...meta,
  }
}

function writeAnswerV2(reader: TotalProfileReader): InitializeAnswerV2 {
  const flag = (id: string): boolean | undefined => reader.closedFlag(id)
  const answer: InitializeAnswerV2 = writeFields(reader, { fields: answerFieldsV2(), namespace, flag })
  const { capabilities, info, ...rest } = answer
  const [meta, agentMeta] = writeMetas(reader, metaFields.v2)
  const missing = sessionBaselineV2.filter((id) => reader.flag(id) === false)
  const hasSessions = missing.length < sessionBaselineV2.length || capabilities?.session !== undefined
  if (hasSessions) {
    const following = ['session.resume', 'lifecycle.release'].filter((id) => reader.flag(id) === false)
    for (const id of [...missing, ...following]) {
      reader.lose(id, 'version 2 agents with sessions always have it')
    }
    for (const id of sessionBaselineV2) reader.total(id, reader.flag(id), true)
  }
  if (reader.flag('mcp.sse')) reader.lose('mcp.sse', 'version 2 has no such transport')
  const session = hasSessions ? { session: { ...capabilities?.session } } : {}
  return {
    ...rest,
    info: { ...info, name: writeName(reader), version: writeVersion(reader) },
    capabilities: { ...capabilities, ...session, ...agentMeta },
    ...meta,
  }
}

/** An agent that identifies itself has a name. */
function writeName(reader: TotalProfileReader): string {
  return reader.total('identity.name', reader.value('identity.name'), reader.profile.subject.id)
}

/** Version 2 also requires the agent's version. */
function writeVersion(reader: TotalProfileReader): string {
  return reader.total('identity.version', reader.value('identity.version'), '')
}

function writeMetas(
  reader: TotalProfileReader,
  owners: Readonly<Record<string, string>>,
): { _meta?: Record<string, unknown> }[] {
  return Object.values(owners).map((owner) => {
    const entries: [name: string, content: unknown][] = []
    for (const [name, { id, support, value }] of reader.family(`custom.${owner}.`)) {
      if (support === 'unsupported') reader.lose(id, 'whatever is in `_meta` is a yes')
      else if (value !== undefined) entries.push([name, value])
      else if (support === 'supported') entries.push([name, true])
    }
    return entries.length === 0 ? {} : { _meta: Object.fromEntries(entries) }
  })
}

/** Marks the capabilities of every ACP agent, and those that follow from other fields, as written. */
function readImplied(reader: TotalProfileReader): void {
  for (const id of baseline) {
    if (reader.flag(id) === false) reader.lose(id, 'every ACP agent has it')
  }
  for (const [id, others] of Object.entries(implied)) {
    const supports = others.map((other) => supportOf(reader.profile, other))
    const isSaid = supports.some((support) => support !== 'unknown')
    carry(reader, { id, follows: isSaid ? supports.includes('supported') : undefined })
  }
}

/** Marks a capability as written if it follows from the written fields. */
function carry(reader: TotalProfileReader, { id, follows }: { id: string; follows: unknown }): void {
  if (follows === (supportOf(reader.profile, id) === 'supported')) reader.flag(id)
}
