import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Detection } from '../../agents/detect/detect.ts'
import type { Command } from '../command.ts'
import { columns } from '../output/columns.ts'
import type { Output } from '../output/output.ts'
import type { Style } from '../output/style.ts'
import { agentsOption, knownDefinitions } from './known-agents.ts'

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
}

export const agents: Command = {
  description:
    'Lists the agents Capstan knows, with version, path and ACP support.\n' +
    'LOGGED IN is likely if a login variable or file exists, expired if its token has run out, refused if the agent does\n' +
    'not accept its kind, and unknown otherwise; capstan doctor asks the agents themselves where possible.',
  usage: '[--installed]',
  options: [{ name: 'installed', help: 'only installed agents' }, agentsOption],
  maxArguments: 0,
  examples: ['capstan agents', 'capstan agents --installed --json'],
  async run({ values, output }) {
    const [definitions, { detectAll }, login, { homedir }] = await Promise.all([
      knownDefinitions(values),
      import('../../agents/detect/detect.ts'),
      import('../../agents/detect/login-signs.ts'),
      import('node:os'),
    ])
    const found = await detectAll(definitions)
    const loggedIn = (definition: AgentDefinition): AgentRow['loggedIn'] => {
      if (login.needsNoLogin(definition)) return 'not needed'
      const signs = login.loginSigns(definition, { home: homedir(), environment: process.env })
      if (signs.variables.length + signs.files.length > 0) return 'likely'
      if (signs.refused.length > 0) return 'refused'
      return signs.expired.length > 0 ? 'expired' : 'unknown'
    }
    const rows = definitions
      .flatMap((definition, index) => {
        const detection = found[index]
        return detection === undefined
          ? []
          : [{ ...rowOf(definition, detection), loggedIn: loggedIn(definition) }]
      })
      .filter(({ installed }) => installed || !values.has('installed'))
    output.data(rows, () => tableOf(rows, output))
    return 0
  },
}

function rowOf(definition: AgentDefinition, detection: Detection): Omit<AgentRow, 'loggedIn'> {
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

function tableOf(rows: readonly AgentRow[], { style, width }: Output): string {
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
  const table = columns([head, ...body], { indent: '', width })
  if (rows.some(({ simulated }) => !simulated)) return table
  return `${table}\n\nOnly the simulated agent is installed. Try: capstan install claude`
}

function acpText({ acp, bridge }: AgentRow, style: Style): string {
  if (acp !== 'bridge') return acp
  if (!bridge?.installed) return style.warn('bridge missing')
  return `bridge${bridge.version === undefined ? '' : ` ${bridge.version}`}`
}
