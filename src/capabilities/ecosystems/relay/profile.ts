import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { defined } from '../../defined.ts'
import { omitted } from '../../evidence.ts'
import { readFields, readLeftovers, writeFields } from '../../conversion/field-table.ts'
import { type CapabilityProfile, supportOf } from '../../profile.ts'
import type { Conversion } from '../../conversion/profile-reader.ts'
import { TotalProfileReader } from '../../conversion/total-profile-reader.ts'
import { attachmentList, eventList, fields, modeList, type NameList, nameLists } from './fields.ts'
import type { AgentSessionCapabilities, AgentSessionEventType, DeliveryMode } from './types.ts'

const namespace = 'relay'
const named = nameLists.map(({ path }) => path)

/** Reads a session's declaration. By Relay's rule a missing capability is not implemented. */
export function toProfile(
  declaration: AgentSessionCapabilities,
  context: DeclarationContext = {},
): CapabilityProfile {
  const sheet = new ClaimSheet({
    source: context.source ?? 'declared',
    origin: namespace,
    at: context.at,
    agentVersion: context.subject?.version,
  })
  readFields(sheet, declaration, { fields, silence: 'unsupported' })
  sheet.promise(['prompt.text'])
  readList(sheet, declaration.messaging.attachments, attachmentList)
  readList(sheet, declaration.delivery.modes, modeList)
  readList(sheet, declaration.events.emits, eventList)
  readLeftovers(sheet, declaration, { fields, namespace, named })
  return sheet.toProfile({ kind: 'session', id: 'unknown', ...context.subject })
}

/** Adds the listed names first, in their order, so that writing restores the same list. */
function readList(sheet: ClaimSheet, list: readonly string[] | undefined, { names, idOf }: NameList): void {
  for (const name of new Set(list)) sheet.state(idOf(name), { flag: true })
  for (const name of names) {
    if (list === undefined) sheet.state(idOf(name), { flag: false, detail: omitted })
    else if (!list.includes(name)) sheet.state(idOf(name), { flag: false })
  }
}

/** Writes a session's declaration, with supported capabilities only. */
export function fromProfile(profile: CapabilityProfile): Conversion<AgentSessionCapabilities> {
  const reader = new TotalProfileReader(profile)
  const { messaging, delivery, events, lifecycle, ...rest } = writeFields(reader, {
    fields,
    namespace,
    named,
    flag: (id) => (id === 'lifecycle.release' ? reader.totalFlag(id) : reader.closedFlag(id)),
  }) as Partial<AgentSessionCapabilities>
  if (!reader.total('messaging.receive', reader.flag('messaging.receive'), true)) {
    reader.lose('messaging.receive', 'this shape always declares that messages are received')
  }
  return reader.finish({
    ...rest,
    messaging: { ...messaging, receive: true, ...defined({ attachments: writeAttachments(reader) }) },
    delivery: { ...delivery, modes: writeList(reader, modeList) as DeliveryMode[] },
    events: { ...events, emits: writeList(reader, eventList) as AgentSessionEventType[] },
    lifecycle: { release: false, ...lifecycle },
  })
}

function writeAttachments(reader: TotalProfileReader): ('text' | 'image')[] | undefined {
  const image = reader.closedFlag('prompt.image')
  const promptText = reader.flag('prompt.text')
  if (promptText === false) reader.lose('prompt.text', 'every Relay session accepts text')
  const textId = attachmentList.idOf('text')
  const isSaid = supportOf(reader.profile, textId) !== 'unknown'
  const text = isSaid ? reader.closedFlag(textId) : image === undefined ? undefined : promptText
  if (text === undefined && image === undefined) return undefined
  return [...(text ? ['text' as const] : []), ...(image ? ['image' as const] : [])]
}

/** The supported names in the profile's order, except names that Relay has not published. */
function writeList(reader: TotalProfileReader, { names, idOf }: NameList): string[] {
  const listed: string[] = []
  const prefix = idOf('')
  for (const [name, { id, support }] of reader.family(prefix)) {
    if (support !== 'supported' || fields.some((field) => field.id === id)) continue
    if (names.includes(name)) listed.push(name)
    else reader.lose(id, 'Relay has not published this name')
  }
  return listed
}
