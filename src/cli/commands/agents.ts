import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import type { CoolDown } from '../../capabilities/choice/choice.ts'
import type { Command, Invocation } from '../command.ts'
import { columns } from '../output/columns.ts'
import type { Output } from '../output/output.ts'
import type { Style } from '../output/style.ts'
import { agentsOption, knownDefinitions, openClient } from './known-agents.ts'
import { needOption } from './run/option-list.ts'
import { listOption } from './run/values.ts'

/** An agent on this machine. */
interface AgentRow extends Detection {
  name: string
  /** No model is called. */
  simulated?: true
  /** The version that Capstan installs or was tested with. */
  knownGoodVersion?: string
  /** How the agent speaks ACP. */
  acp: 'native' | 'bridge' | 'unknown'
  /** Derived from variables and files that may hold a login, without starting the agent. */
  loggedIn: 'likely' | 'expired' | 'refused' | 'unknown' | 'not needed'
  /** The provider refused the account in an earlier run. */
  coolDown?: CoolDown
}

export const agents: Command = {
  description:
    'Lists the agents Capstan knows, with version, path and ACP support.\n' +
    'LOGGED IN is likely if a login variable or file exists, expired if its token has run out, refused if the agent does\n' +
    'not accept its kind, and unknown otherwise; capstan doctor asks the agents themselves where possible.',
  usage: '[--installed] [--need <capability>]…',
  options: [
    { name: 'installed', help: 'only installed agents' },
    needOption,
    { name: 'allow-unknown', help: 'with --need: accept capabilities without evidence' },
    agentsOption,
  ],
  maxArguments: 0,
  examples: ['capstan agents', 'capstan agents --installed --json', 'capstan agents --need "json schema"'],
  async run({ values, output }) {
    const [definitions, { detectAll }, login, { coolDownOf }] = await Promise.all([
      knownDefinitions(values),
      import('../../agents/detect/detect.ts'),
      import('../../agents/detect/login-signs.ts'),
      import('../../run/choice/cool-downs.ts'),
    ])
    const coolDown = (definition: AgentDefinition): Pick<AgentRow, 'coolDown'> => {
      const wait = coolDownOf({ definition })
      return wait === undefined ? {} : { coolDown: wait }
    }
    const found = await detectAll(definitions)
    // An import of a builtin would read every export.
    const home = process.getBuiltinModule('node:os').homedir()
    const loggedIn = (definition: AgentDefinition): AgentRow['loggedIn'] => {
      if (login.needsNoLogin(definition)) return 'not needed'
      const signs = login.loginSigns(definition, { home, environment: process.env })
      if (signs.variables.length + signs.files.length > 0) return 'likely'
      if (signs.refused.length > 0) return 'refused'
      return signs.expired.length > 0 ? 'expired' : 'unknown'
    }
    const rows = definitions
      .flatMap((definition, index) => {
        const detection = found[index]
        return detection === undefined
          ? []
          : [{ ...rowOf(definition, detection), loggedIn: loggedIn(definition), ...coolDown(definition) }]
      })
      .filter(({ installed }) => installed || !values.has('installed'))
    const fitting = await fittingRows(rows, values)
    output.data(fitting, () => tableOf(fitting, output, rows.length - fitting.length))
    return 0
  },
}

/** The rows of the agents that have what --need requires, the best first; all rows without the option. */
async function fittingRows<Row extends { agent: string }>(
  rows: readonly Row[],
  values: Invocation['values'],
): Promise<readonly Row[]> {
  const needs = listOption(values, 'need')
  if (needs === undefined) return rows
  const client = await openClient(values)
  const { ranking } = await client.choose(needs, { allowUnknown: values.has('allow-unknown') })
  return ranking.flatMap(({ agent }) => rows.filter((row) => row.agent === agent))
}

function rowOf(definition: AgentDefinition, detection: Detection): Omit<AgentRow, 'loggedIn' | 'coolDown'> {
  const { name, simulated, seen, package: own, acp } = definition
  const knownGoodVersion = own?.version ?? seen?.version ?? (acp?.own ? detection.version : undefined)
  return {
    ...detection,
    name,
    ...(simulated ? { simulated } : {}),
    ...(knownGoodVersion === undefined ? {} : { knownGoodVersion }),
    acp: acp === undefined ? 'unknown' : acp.bridge === undefined ? 'native' : 'bridge',
  }
}

function tableOf(rows: readonly AgentRow[], { style, width }: Output, left: number): string {
  const hint = left === 0 ? '' : `\n${left} do not fit; capstan pick --explain shows why.`
  if (rows.length === 0 && left > 0) return `No agent fits.${hint}`
  if (rows.length === 0) return 'No agent is installed. Try: capstan install claude'
  const head = ['AGENT', 'INSTALLED', 'KNOWN GOOD', 'ACP', 'LOGGED IN', 'PATH'].map(style.dim)
  const body = rows.map((row) => [
    style.bold(row.agent),
    row.installed ? style.good(row.version ?? 'version unknown') : style.dim('no'),
    row.knownGoodVersion ?? 'unknown',
    acpText(row, style),
    style.dim(row.loggedIn),
    row.path ?? '',
  ])
  const waits = rows.flatMap(({ agent, coolDown: wait }) =>
    wait === undefined ? [] : [`${agent}: ${wait.reason}, the provider refuses requests until ${wait.until}`],
  )
  const table = `${[columns([head, ...body], { indent: '', width }), ...waits].join('\n')}${hint}`
  if (rows.some(({ simulated }) => !simulated)) return table
  return `${table}\n\nOnly the simulated agent is installed. Try: capstan install claude`
}

function acpText({ acp, bridge }: AgentRow, style: Style): string {
  if (acp !== 'bridge') return acp
  if (!bridge?.installed) return style.warn('bridge missing')
  return `bridge${bridge.version === undefined ? '' : ` ${bridge.version}`}`
}
