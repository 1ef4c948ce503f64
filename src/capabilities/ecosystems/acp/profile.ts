import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { at, readFields, readLeftovers } from '../../conversion/field-table.ts'
import type { CapabilityProfile, Claim } from '../../profile.ts'
import { answerFieldsV1, answerFieldsV2, baseline, normalisedFields, sessionBaselineV2 } from './fields.ts'
import { type AcpDeclaration, recognise } from './recognise.ts'
import type { IAgentCapabilities, Implementation, InitializeAnswerV1, InitializeAnswerV2 } from './types.ts'

export const namespace = 'acp'

/** `_meta` of the response and of its capabilities, each with its namespace. */
export const metaFields = {
  v1: { _meta: 'acp', 'agentCapabilities._meta': 'acp-agent' },
  v2: { _meta: 'acp', 'capabilities._meta': 'acp-agent' },
} as const

/** Reads an ACP handshake of either version, or the normalized shape. A missing capability is not supported. */
export function toProfile(declaration: AcpDeclaration, context: DeclarationContext = {}): CapabilityProfile {
  const sheet = claimSheet(declaration, context)
  const info = infoOf(declaration)
  const version = context.subject?.version ?? info?.version ?? undefined
  return sheet.toProfile({
    kind: 'agent',
    id: info?.name ?? 'unknown',
    ...(version === undefined ? {} : { version }),
    ...context.subject,
  })
}

/** The claims of a handshake, for a profile with other claims. */
export function toClaims(declaration: AcpDeclaration, context: DeclarationContext): readonly Claim[] {
  return claimSheet(declaration, context).claims
}

function infoOf(declaration: AcpDeclaration): Implementation | undefined | null {
  return (at(declaration, 'agentInfo') ?? at(declaration, 'info')) as Implementation | undefined | null
}

function claimSheet(declaration: AcpDeclaration, context: DeclarationContext): ClaimSheet {
  const recognised = recognise(declaration)
  const version = context.subject?.version ?? infoOf(declaration)?.version ?? undefined
  const sheet = new ClaimSheet({
    source: context.source ?? 'advertised',
    origin: 'acp.initialize',
    at: context.at,
    agentVersion: version,
  })
  if (recognised.form === 'v1') readAnswerV1(sheet, recognised.declaration)
  else if (recognised.form === 'v2') readAnswerV2(sheet, recognised.declaration)
  else readNormalised(sheet, recognised.declaration)
  sheet.promise(baseline)
  return sheet
}

function readAnswerV1(sheet: ClaimSheet, answer: InitializeAnswerV1): void {
  const fields = answerFieldsV1()
  readFields(sheet, answer, { fields, silence: 'unsupported' })
  sheet.promise(['mcp.stdio'])
  readShared(sheet, answer, metaFields.v1)
  readLeftovers(sheet, answer, { fields, namespace, named: Object.keys(metaFields.v1) })
  const { loadSession, sessionCapabilities, promptCapabilities } = answer.agentCapabilities ?? {}
  readDerived(sheet, {
    load: loadSession === true,
    resume: isPresent(sessionCapabilities?.resume),
    close: isPresent(sessionCapabilities?.close),
    embedded: promptCapabilities?.embeddedContext === true,
  })
}

function readAnswerV2(sheet: ClaimSheet, answer: InitializeAnswerV2): void {
  const fields = answerFieldsV2()
  const sessions = isPresent(answer.capabilities?.session)
  readFields(sheet, answer, { fields, silence: 'unsupported' })
  if (sessions) sheet.promise(sessionBaselineV2)
  else for (const id of sessionBaselineV2) sheet.state(id, { flag: false, detail: 'no sessions' })
  sheet.state('mcp.sse', { flag: false, detail: 'not in version 2' })
  readShared(sheet, answer, metaFields.v2)
  readLeftovers(sheet, answer, { fields, namespace, named: Object.keys(metaFields.v2) })
  readDerived(sheet, {
    load: sessions,
    resume: sessions,
    close: sessions,
    embedded: isPresent(answer.capabilities?.session?.prompt?.embeddedContext),
  })
}

function readNormalised(sheet: ClaimSheet, declaration: IAgentCapabilities): void {
  const fields = normalisedFields()
  readFields(sheet, declaration, { fields, silence: 'unknown' })
  readLeftovers(sheet, declaration, { fields, namespace: 'agents-wire' })
  readDerived(sheet, {
    load: declaration.loadSession,
    resume: declaration.resumeSession,
    close: declaration.closeSession,
    embedded: declaration.prompt.embeddedContext,
  })
}

function readShared(
  sheet: ClaimSheet,
  answer: InitializeAnswerV1 | InitializeAnswerV2,
  metas: Readonly<Record<string, string>>,
): void {
  for (const [path, owner] of Object.entries(metas)) {
    const meta = at(answer, path) ?? {}
    for (const [name, value] of Object.entries(meta))
      sheet.state(`custom.${owner}.${name}`, { flag: true, value })
  }
  if (answer.authMethods?.length) sheet.state('auth', { flag: true })
  const steering = at(answer, '_meta.steering.supported')
  if (typeof steering === 'boolean') sheet.state('interaction.steer', { flag: steering })
}

/** Adds the claims that follow from other fields. */
function readDerived(
  sheet: ClaimSheet,
  { load, resume, close, embedded }: { load: boolean; resume: boolean; close: boolean; embedded: boolean },
): void {
  sheet.state('session.resume', {
    flag: load || resume,
    ...(load && !resume ? { detail: 'by loading' } : {}),
  })
  if (close) sheet.state('lifecycle.release', { flag: true, detail: 'by closing' })
  if (embedded) sheet.state('prompt.file', { flag: true, detail: 'as embedded context' })
}

function isPresent(field: unknown): boolean {
  return field === true || (typeof field === 'object' && field !== null)
}
