import type { AgentDefinition, AgentPackage } from '../../src/agents/definition/definition.ts'
import { launchPlan } from '../../src/agents/launch/launch-plan.ts'
import { translateThinking } from '../../src/agents/thinking/thinking.ts'
import { capabilityTable, machineText, worthKnowing } from './agent-facts.ts'
import { modelRows, thinkingRows } from './agent-settings.ts'
import { transportTable } from './agent-transports.ts'
import { code, table } from './carriage-tables.ts'

/** The section of one agent. */
export function agentSection(definition: AgentDefinition): string {
  const { id, name, seen, simulated } = definition
  const basis = simulated
    ? 'Simulated: it comes with Capstan and uses no model.'
    : seen === undefined
      ? '**Never run: everything below comes from its documentation.**'
      : `Tested with ${seen.version} on ${seen.at}.`
  const rows = [
    ...installRows(definition),
    ...startRows(definition),
    ...loginRows(definition),
    ['machine', machineText(definition)] satisfies Row,
    ...modelRows(definition),
    ...thinkingRows(definition),
    ...quirks(definition).map((quirk): Row => ['note', quirk]),
  ]
  const notes = worthKnowing(definition)
  return [
    `## ${id}`,
    `${name}. ${basis}`,
    table(['', ''], rows.map(cells)),
    capabilityTable(definition),
    ...transportTable(definition),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
  ].join('\n\n')
}

function cells(row: readonly string[]): string[] {
  return row.map((cell) => cell.replaceAll('|', String.raw`\|`))
}

type Row = [string, string]

function installRows({ id, package: own, acp, install, impostors = [] }: AgentDefinition): Row[] {
  const packages = [own, acp?.bridge].filter((each) => each !== undefined).map(packageText)
  const others = install
    .filter(({ type }) => type !== 'npm' || own === undefined)
    .map(({ platform, command }) => `${platform === 'all' ? '' : `${platform}: `}${code(command)}`)
  const notIt = impostors.map(
    ({ registry, name, is }) => `the ${registry} package ${code(name)} is another program: ${is}`,
  )
  const ways = [
    ...(packages.length === 0 ? [] : [`${code(`capstan install ${id}`)}: ${packages.join('; ')}`]),
    ...new Set(others),
    ...notIt,
  ]
  return ways.length === 0 ? [] : [['install', ways.join('<br>')]]
}

function packageText({ name, version, node, bun, installScripts, bundledExcept }: AgentPackage): string {
  return [
    code(`${name}@${version}`),
    ...(node === undefined ? [] : [`Node ${code(node)}`]),
    ...(bun === undefined ? [] : [`Bun ${code(bun)}`]),
    ...(installScripts ? ['runs an install script'] : []),
    ...(bundledExcept === undefined ? [] : ['unpacked, without the dependencies in its bundle']),
  ].join(', ')
}

function startRows(definition: AgentDefinition): Row[] {
  const { acp, flags, outputReader } = definition
  const line = (transport: 'acp' | 'cli'): string => {
    const thinking = translateThinking(definition, null, { transport })
    const plan = launchPlan(definition, { transport, prompt: '<prompt>', thinking })
    const set = Object.entries(plan.environment).map(([name, value]) => `${name}=${value}`)
    const piped = plan.stdin === undefined ? [] : ['<', plan.stdin]
    return code([...set, plan.command, ...plan.arguments, ...piped].join(' '))
  }
  return [
    ...(acp === undefined ? [] : [['over ACP', line('acp')] satisfies Row]),
    ...(flags?.prompt === undefined
      ? []
      : [
          [
            'command line',
            `${line('cli')}${outputReader === undefined ? '; Capstan does not read its output' : ''}`,
          ] satisfies Row,
        ]),
  ]
}

/** Further variables are only counted. */
const mostVariables = 6

function loginRows({ auth: { methods, variables, files, login } }: AgentDefinition): Row[] {
  const named = variables.slice(0, mostVariables).map(code).join(', ')
  const more = variables.length > mostVariables ? ` and ${variables.length - mostVariables} more` : ''
  const parts = [
    ...(methods.length === 0 ? [] : [methods.join(', ')]),
    ...(login === undefined ? [] : [code(login)]),
    ...(variables.length === 0 ? [] : [`${named}${more}`]),
    ...(files.length === 0 ? [] : [files.map((file) => code(`~/${file}`)).join(', ')]),
  ]
  return parts.length === 0 ? [] : [['login', parts.join('; ')]]
}

/** Notes on the agent, from the fields of its definition. */
function quirks(definition: AgentDefinition): string[] {
  const { acp, package: own } = definition
  if (acp === undefined) return []
  const { needsRunning, unset = [], optionPrompts = {}, programVariable } = acp
  return [
    ...(needsRunning === undefined
      ? []
      : [`over ACP it needs ${code(needsRunning.join(' '))} to be running`]),
    ...(unset.length === 0
      ? []
      : [`it fails with ${unset.map(code).join(', ')} set; Capstan does not pass these on`]),
    ...Object.entries(optionPrompts).map(
      ([category, prompt]) =>
        `its sessions have no option for the ${category}: Capstan sends ${code(prompt)} as a prompt`,
    ),
    ...(acp.missingFileIsEmpty
      ? ['it reads a file before it creates one: Capstan sends a missing file as an empty one']
      : []),
    ...(acp.terminalLines ? ['its terminal commands are one line each: Capstan runs them in a shell'] : []),
    ...(acp.errorTexts === undefined
      ? []
      : ['it reports errors of its provider as text and ends the turn normally; Capstan reports a failure']),
    ...(acp.silentTurnIsFailure
      ? ['it ends a turn without text when its provider fails; Capstan reports a failure']
      : []),
    ...usageQuirks(definition),
    ...(programVariable === undefined ? [] : [`${code(programVariable)} names the program for its bridge`]),
    ...(own?.native === undefined
      ? []
      : [`Capstan starts its native program where it is installed: ${code(own.native)}`]),
  ]
}

/** Where cost and tokens of the agent come from, by transport. */
function usageQuirks({ usage }: AgentDefinition): string[] {
  const transports = [
    ['over ACP', usage?.acp],
    ['on its command line', usage?.cli],
  ] as const
  return transports.flatMap(([where, known]) => {
    if (known === undefined) return []
    const cost = known.reportsCost ? 'it reports its cost' : 'its cost is computed from its tokens'
    const stored = known.stored ? '; its tokens are read from its session files' : ''
    const checked = known.isLongRunning ? '' : '; limits are checked at the end of a turn'
    return [`${where}, ${cost}${stored}${checked}`]
  })
}
