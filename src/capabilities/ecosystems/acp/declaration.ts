import { writeFields } from '../../field-table.ts'
import { type CapabilityProfile, supportOf } from '../../profile.ts'
import { type Conversion, ProfileReader } from '../../profile-reader.ts'
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

/** ACP agents take text and stdio MCP servers whether or not they say so. */
const always = ['mcp.stdio', 'prompt.text']

/** Capabilities without a field of their own, and the ones that say the same where they are known. */
const implied: Readonly<Record<string, readonly string[]>> = {
  'session.resume': ['session.load', resumeCall],
  'lifecycle.release': ['session.close'],
  'prompt.file': ['prompt.embedded-context'],
  'interaction.steer': ['custom.acp.steering'],
  auth: ['acp.auth-methods'],
}

/** Writes the normalised shape, in which unknown is written as no. */
export function fromProfile(profile: CapabilityProfile): Conversion<IAgentCapabilities> {
  const reader = new ProfileReader(profile)
  const flag = (id: string): boolean => reader.total(id, reader.flag(id), always.includes(id))
  const fields = normalisedFields
  const declaration = writeFields(reader, { fields, namespace: 'agents-wire', flag })
  readImplied(reader)
  return reader.finish(declaration as unknown as IAgentCapabilities)
}

/** Writes the answer an ACP agent of that version gives to `initialize`. */
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
  const reader = new ProfileReader(profile)
  const answer = version === 1 ? writeAnswerV1(reader) : writeAnswerV2(reader)
  reader.value('acp.protocol-version')
  readImplied(reader)
  return reader.finish({ authMethods: [], ...answer, protocolVersion: version })
}

function writeAnswerV1(reader: ProfileReader): InitializeAnswerV1 {
  const flag = (id: string): boolean | undefined => reader.closedFlag(id)
  const answer: InitializeAnswerV1 = writeFields(reader, { fields: answerFieldsV1, namespace, flag })
  const { agentCapabilities, ...rest } = answer
  const [meta, agentMeta] = writeMetas(reader, metaFields.v1)
  if (reader.flag('mcp.stdio') === false) reader.lose('mcp.stdio', 'version 1 agents always have it')
  return { ...rest, agentCapabilities: { ...agentCapabilities, ...agentMeta }, ...meta }
}

function writeAnswerV2(reader: ProfileReader): InitializeAnswerV2 {
  const flag = (id: string): boolean | undefined => reader.closedFlag(id)
  const answer: InitializeAnswerV2 = writeFields(reader, { fields: answerFieldsV2, namespace, flag })
  const { capabilities, ...rest } = answer
  const [meta, agentMeta] = writeMetas(reader, metaFields.v2)
  const missing = sessionBaselineV2.filter((id) => reader.flag(id) === false)
  const hasSessions = missing.length < sessionBaselineV2.length
  if (hasSessions) for (const id of missing) reader.lose(id, 'version 2 agents with sessions always have it')
  if (reader.flag('mcp.sse')) reader.lose('mcp.sse', 'version 2 has no such transport')
  const session = hasSessions ? { session: { ...capabilities?.session } } : {}
  return { ...rest, capabilities: { ...capabilities, ...session, ...agentMeta }, ...meta }
}

function writeMetas(
  reader: ProfileReader,
  owners: Readonly<Record<string, string>>,
): { _meta?: Record<string, unknown> }[] {
  return Object.values(owners).map((owner) => {
    const entries = reader.family(`custom.${owner}.`).map(([name, fact]) => [name, fact.value])
    return entries.length === 0 ? {} : { _meta: Object.fromEntries(entries) as Record<string, unknown> }
  })
}

/** Accounts for what every ACP agent can do, and for what follows from other fields. */
function readImplied(reader: ProfileReader): void {
  for (const id of baseline) {
    if (reader.flag(id) === false) reader.lose(id, 'every ACP agent has it')
  }
  for (const [id, others] of Object.entries(implied)) {
    if (others.some((other) => supportOf(reader.profile, other) !== 'unknown')) reader.flag(id)
  }
}
