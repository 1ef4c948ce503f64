import { ClaimSheet, type DeclarationContext } from '../../conversion/claim-sheet.ts'
import { defined } from '../../defined.ts'
import { readFields, readLeftovers, writeFields } from '../../conversion/field-table.ts'
import type { CapabilityProfile } from '../../profile.ts'
import type { Conversion } from '../../conversion/profile-reader.ts'
import { TotalProfileReader } from '../../conversion/total-profile-reader.ts'
import type { PluginSystem } from '../../values.ts'
import { agentFields, groupedFields, mcpTransports, pluginFields, standIns } from './agent-fields.ts'
import { writeEffortLevels } from './effort-levels.ts'
import { writeName } from './name.ts'
import type { AgentCapabilities } from './types.ts'

const namespace = 'mux'

/** Reads an agent's capabilities in agent-mux's shape. */
export function toProfile(
  declaration: AgentCapabilities,
  context: DeclarationContext = {},
): CapabilityProfile {
  const sheet = new ClaimSheet({
    source: context.source ?? 'declared',
    origin: namespace,
    at: context.at,
    agentVersion: context.subject?.version,
  })
  readFields(sheet, declaration, { fields: agentFields, silence: 'unknown' })
  readGroups(sheet, declaration)
  readLeftovers(sheet, declaration, { fields: agentFields, namespace, named: groupedFields })
  return sheet.toProfile({ kind: 'agent', id: declaration.agent, ...context.subject })
}

function readGroups(sheet: ClaimSheet, declaration: AgentCapabilities): void {
  const { sessionPersistence, thinkingEffortLevels, supportedPlatforms, installMethods } = declaration
  const { requiresToolApproval: required, approvalModes: modes } = declaration
  const { authMethods: methods, authFiles: files, skillsFormat: format } = declaration
  if (!declaration.supportsMCP) {
    for (const id of mcpTransports) sheet.state(id, { flag: false, detail: 'no MCP at all' })
  }
  sheet.state('session.persistence', { flag: sessionPersistence !== 'none', value: sessionPersistence })
  sheet.state('tools.approval', { flag: required || modes.includes('prompt'), value: { required, modes } })
  sheet.state('thinking.effort', { flag: thinkingEffortLevels.length > 0, value: thinkingEffortLevels })
  sheet.state('skills', { flag: declaration.supportsSkills, value: { format } })
  sheet.state('plugins', { flag: declaration.supportsPlugins, value: readPlugins(declaration) })
  sheet.state('process.platforms', { flag: supportedPlatforms.length > 0, value: supportedPlatforms })
  sheet.state('auth', { flag: methods.length > 0, value: { methods, files } })
  sheet.state('install', { flag: installMethods.length > 0, value: installMethods })
}

function readPlugins(declaration: AgentCapabilities): PluginSystem {
  const rest = Object.entries(pluginFields).map(([field, name]) => [
    name,
    declaration[field as keyof typeof pluginFields],
  ])
  return {
    formats: declaration.pluginFormats,
    registries: declaration.pluginRegistries,
    ...defined(Object.fromEntries(rest)),
  }
}

/** Writes the total shape: an unknown becomes the cautious value and is listed as assumed. */
export function fromProfile(profile: CapabilityProfile): Conversion<AgentCapabilities> {
  const reader = new TotalProfileReader(profile)
  const fields = writeFields(reader, {
    fields: agentFields,
    namespace,
    flag: (id) => reader.totalFlag(id, standIns[id]),
  })
  // Without MCP there is none of its transports.
  if (fields['supportsMCP'] === false) for (const id of mcpTransports) reader.flag(id)
  const auth = reader.value('auth')
  const declaration = {
    ...fields,
    agent: writeName(reader, 'identity.name', profile.subject.id),
    ...writeApproval(reader),
    ...writePlugins(reader),
    sessionPersistence: writePersistence(reader),
    thinkingEffortLevels: reader.total('thinking.effort', writeEffortLevels(reader), []),
    supportsSkills: reader.totalFlag('skills'),
    skillsFormat: reader.value('skills')?.format ?? null,
    supportedPlatforms: reader.total('process.platforms', reader.value('process.platforms'), []),
    authMethods: reader.total('auth', auth?.methods, []),
    authFiles: auth?.files ?? [],
    installMethods: reader.total('install', reader.value('install'), []),
  }
  // The boolean fields come from the table, whose names the type checker cannot follow.
  return reader.finish(declaration as unknown as AgentCapabilities)
}

function writePersistence(reader: TotalProfileReader): AgentCapabilities['sessionPersistence'] {
  const flag = reader.flag('session.persistence')
  const kind = reader.value('session.persistence') ?? (flag === false ? 'none' : undefined)
  if (flag && kind === undefined) reader.lose('session.persistence', 'the kind of storage is unknown')
  return reader.total('session.persistence', kind, 'none')
}

/** An agent that can ask for approval has the mode that asks, even if its other modes are not known. */
function writeApproval(reader: TotalProfileReader): Partial<AgentCapabilities> {
  const flag = reader.flag('tools.approval')
  const { required, modes } = reader.value('tools.approval') ?? {}
  return {
    requiresToolApproval: reader.total('tools.approval', required, false),
    approvalModes: reader.total('tools.approval', modes, flag ? ['prompt'] : []),
  }
}

function writePlugins(reader: TotalProfileReader): Partial<AgentCapabilities> {
  const system: Partial<PluginSystem> = reader.value('plugins') ?? {}
  const commands = Object.entries(pluginFields).map(([field, name]) => [field, system[name]])
  return {
    supportsPlugins: reader.totalFlag('plugins'),
    pluginFormats: system.formats ?? [],
    pluginRegistries: system.registries ?? [],
    ...defined(Object.fromEntries(commands)),
  }
}
