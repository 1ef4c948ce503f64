import type { AgentDefinition, AgentPackage } from '../../src/agents/definition/definition.ts'
import { launchPlan } from '../../src/agents/launch/launch-plan.ts'
import { translateThinking } from '../../src/agents/thinking/thinking.ts'
import { capabilityTable, machineText, worthKnowing } from './agent-facts.ts'
import { modelRows, thinkingRows } from './agent-settings.ts'
import { transportTable } from './agent-transports.ts'
import { code, table } from './carriage-tables.ts'

/** What the page says of one agent. */
export function agentSection(definition: AgentDefinition): string {
  const { id, name, seen, simulated } = definition
  const basis = simulated
    ? 'It comes with Capstan and is simulated: there is no model behind it.'
    : seen === undefined
      ? '**It could not be run here: everything below rests on its documentation.**'
      : `Seen with ${seen.version} on ${seen.at}.`
  const rows = [
    ...installRows(definition),
    ...startRows(definition),
    ...loginRows(definition),
    ['machine', machineText(definition)] satisfies Row,
    ...modelRows(definition),
    ...thinkingRows(definition),
    ...quirks(definition).map((quirk): Row => ['mind', quirk]),
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
    ({ registry, name, is }) => `the ${registry} package ${code(name)} is not it: ${is}`,
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
    ...(installScripts ? ['its install script has to run'] : []),
    ...(bundledExcept === undefined ? [] : ['unpacked, without what its bundle holds']),
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
            `${line('cli')}${outputReader === undefined ? '; what it prints is not read' : ''}`,
          ] satisfies Row,
        ]),
  ]
}

/** More variables than anybody reads are counted. */
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

/** What the fields of a definition say that is peculiar to the agent. */
function quirks(definition: AgentDefinition): string[] {
  const { acp, package: own } = definition
  if (acp === undefined) return []
  const { needsRunning, unset = [], optionPrompts = {}, programVariable } = acp
  return [
    ...(needsRunning === undefined ? [] : [`over ACP, ${code(needsRunning.join(' '))} has to run first`]),
    ...(unset.length === 0 ? [] : [`it fails with ${unset.map(code).join(', ')} set; these are withheld`]),
    ...Object.entries(optionPrompts).map(
      ([category, prompt]) =>
        `its sessions have no option for the ${category}: ${code(prompt)} is sent as a prompt`,
    ),
    ...(acp.missingFileIsEmpty
      ? ['it reads a file before it creates one: a missing file is given to it as an empty one']
      : []),
    ...(acp.terminalLines ? ['what it wants run in a terminal is a line, which a shell is given'] : []),
    ...(acp.errorTexts === undefined
      ? []
      : ['it tells what its provider refused as text of a turn that ends well; that is told as a failure']),
    ...(acp.silentTurnIsFailure
      ? ['a turn that ends without a word hides a failure of its provider, and is told as one']
      : []),
    ...usageQuirks(definition),
    ...(programVariable === undefined ? [] : [`its bridge is told the program by ${code(programVariable)}`]),
    ...(own?.native === undefined
      ? []
      : [`its native program is started where it is there: ${code(own.native)}`]),
  ]
}

/** Where its cost and its tokens come from, by transport. */
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
