import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import type { Flag } from '../../src/agents/definition/definition-flags.ts'
import type { PolicyMeans } from '../../src/agents/definition/definition-policies.ts'
import type {
  ChangedLevels,
  ThinkingCarrier,
  ThinkingControl,
} from '../../src/agents/definition/definition-thinking.ts'
import { thinkingControlsOf } from '../../src/agents/thinking/thinking-controls.ts'
import { code } from './carriage-tables.ts'

type Row = [string, string]

/** How model, mode, permission policy and session are set. */
export function modelRows({ acp, flags = {}, policies = [] }: AgentDefinition): Row[] {
  const { model, resume, fork } = flags
  const models = [
    ...(acp === undefined || acp.optionPrompts?.['model'] !== undefined
      ? []
      : ["over ACP by the session's option of category `model`, if the session has one"]),
    ...(model === undefined ? [] : [`command line ${flagText(model)}`]),
  ]
  const sessions = [
    ...(resume === undefined ? [] : [`resume ${flagText(resume)}`]),
    ...(fork === undefined ? [] : [`fork ${flagText(fork)}`]),
  ]
  return [
    ...(models.length === 0 ? [] : [['model', models.join('; ')] satisfies Row]),
    ...(acp === undefined
      ? []
      : [
          [
            'mode',
            "over ACP by the session's option of category `mode`, if the session has one",
          ] satisfies Row,
        ]),
    ...policyRows(policies),
    ...(sessions.length === 0 ? [] : [['sessions', `command line: ${sessions.join(', ')}`] satisfies Row]),
  ]
}

/** How the agent enforces each permission policy; Capstan refuses policies without a row. */
function policyRows(policies: readonly PolicyMeans[]): Row[] {
  return policies.map((means) => {
    const { transport, form, arguments: given = [], environment, jsonEnvironment, sessionMeta, mode } = means
    const where = transport === 'acp' ? 'over ACP' : `command line${form === undefined ? '' : `, ${form}`}`
    const by = [
      ...(given.length === 0 ? [] : [code(given.join(' '))]),
      ...Object.entries({ ...environment, ...jsonEnvironment }).map(([name, value]) =>
        code(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
      ),
      ...(sessionMeta === undefined ? [] : [`session metadata ${code(JSON.stringify(sessionMeta))}`]),
      ...(mode === undefined ? [] : [`mode ${code(mode)}`]),
    ]
    const rest = [means.leaves === undefined ? undefined : `but ${means.leaves}`, means.note, means.basis]
    const text = [`${where}: ${by.length === 0 ? 'by default' : by.join(', ')}`, ...rest]
    return [`policy ${means.policies.join(', ')}`, text.filter((part) => part !== undefined).join('; ')]
  })
}

/** How effort and budget are set, one row each. */
export function thinkingRows(definition: AgentDefinition): Row[] {
  const controls = thinkingControlsOf(definition)
  if (controls.length === 0) return [['effort', 'no known way to set it']]
  return controls.map((control) => [control.sets, controlText(control)])
}

function controlText(control: ThinkingControl): string {
  const { transport, by, models, levels, changed = [], whenUnset, basis, note } = control
  return [
    `${transport === 'acp' ? 'over ACP' : 'command line'} ${carrierText(by)}`,
    ...(levels === undefined ? [] : [levels.join(' ')]),
    ...(models === undefined ? [] : [`for ${models.map(code).join(', ')}`]),
    ...changed.flatMap(changedText),
    ...(whenUnset === undefined ? [] : [`${code(whenUnset)} is set by default where the session offers it`]),
    ...(note === undefined ? [] : [note]),
    basis,
  ].join('; ')
}

function changedText({ models, levels }: ChangedLevels): string[] {
  const changes = Object.entries(levels).map(([level, arrives]) => `${level} arrives as ${arrives}`)
  if (changes.length === 0) return []
  return [`${changes.join(', ')}${models === undefined ? '' : ` for ${models.map(code).join(', ')}`}`]
}

function carrierText(by: ThinkingCarrier): string {
  switch (by.kind) {
    case 'arguments':
      return code(by.arguments.join(' '))
    case 'environment':
      return `by the variable ${code(by.variable)}`
    case 'settings':
      return `by a settings file in the folder of ${code(by.folderVariable)}`
    case 'session-option':
      return `by the session's option of category ${code(by.category)}`
  }
}

function flagText({ arguments: given }: Flag): string {
  return given.length === 0 ? 'without a flag' : code(given.join(' '))
}
