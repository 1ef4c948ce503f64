import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentDefinition } from '../../../agents/definition.ts'
import type { Detection } from '../../../agents/detect.ts'
import type { Finding } from './finding.ts'
import { isInRange } from './version-range.ts'

/** One agent as doctor sees it. */
export interface AgentReport {
  agent: string
  name: string
  /** There is no model behind it. */
  simulated?: true
  installed: boolean
  path?: string
  version?: string
  knownGoodVersion?: string
  /** What could hold a login and is there. Names only: no value is ever read. */
  credentials: { variables: string[]; files: string[] }
  findings: Finding[]
}

export interface AgentCheckOptions {
  home: string
  environment: Readonly<Record<string, string | undefined>>
  find: (program: string) => string | undefined
  needsGit: boolean
}

/** Everything that would stop a run of an agent, as far as can be seen without starting it. */
export function agentReport(
  definition: AgentDefinition,
  detection: Detection,
  options: AgentCheckOptions,
): AgentReport {
  const { id, name, simulated, auth, package: own, seen } = definition
  const knownGoodVersion = own?.version ?? seen?.version
  const credentials = {
    variables: auth.variables.filter((variable) => options.environment[variable]),
    files: auth.files.filter((file) => existsSync(join(options.home, file))),
  }
  const report = {
    agent: id,
    name,
    ...(simulated ? { simulated } : {}),
    installed: detection.installed,
    ...(detection.path === undefined ? {} : { path: detection.path }),
    ...(detection.version === undefined ? {} : { version: detection.version }),
    ...(knownGoodVersion === undefined ? {} : { knownGoodVersion }),
    credentials,
  }
  if (!detection.installed) {
    const fix =
      definition.install.length === 0 ? `put ${definition.binaries[0]} on the PATH` : `capstan install ${id}`
    return { ...report, findings: [{ status: 'problem', what: 'not installed', fix }] }
  }
  const findings = [
    versionFinding(definition, report),
    ...bridgeFindings(definition, detection),
    ...runtimeFindings(definition, options),
    loginFinding(definition, credentials),
    ...runningFindings(definition),
  ]
  return { ...report, findings }
}

function versionFinding(
  { id }: AgentDefinition,
  { version, knownGoodVersion, path }: Omit<AgentReport, 'findings'>,
): Finding {
  const what = `version ${version ?? 'unknown'} at ${path}`
  if (knownGoodVersion === undefined || version === knownGoodVersion) return { status: 'ok', what }
  return {
    status: 'warning',
    what: `${what}; what Capstan knows was seen with ${knownGoodVersion}`,
    fix: `capstan update ${id}`,
  }
}

function bridgeFindings({ id, acp }: AgentDefinition, { bridge }: Detection): Finding[] {
  if (acp?.bridge === undefined) return []
  const { name, version } = acp.bridge
  if (bridge?.installed !== true) {
    return [
      { status: 'problem', what: `its ACP bridge ${name} is not installed`, fix: `capstan install ${id}` },
    ]
  }
  const what = `ACP bridge ${name} ${bridge.version ?? 'of unknown version'}`
  if (bridge.version === version) return [{ status: 'ok', what }]
  return [{ status: 'warning', what: `${what}; ${version} is known to work`, fix: `capstan update ${id}` }]
}

function runtimeFindings(definition: AgentDefinition, { find, needsGit }: AgentCheckOptions): Finding[] {
  const findings: Finding[] = []
  const { package: own } = definition
  const current = process.versions.node
  if (own?.node !== undefined && !isInRange(current, own.node)) {
    const what = `it wants Node.js ${own.node}, and this is ${current}`
    findings.push({ status: 'problem', what, fix: `Use a Node.js that is ${own.node}: https://nodejs.org` })
  }
  if (own?.bun !== undefined && find('bun') === undefined) {
    const what = `it runs on Bun ${own.bun}, and there is no bun on the PATH`
    findings.push({ status: 'problem', what, fix: 'Install Bun: https://bun.sh' })
  }
  if (needsGit && find('git') === undefined) {
    findings.push({ status: 'problem', what: 'it needs git', fix: 'Install git.' })
  }
  return findings
}

/** Signs of a login; only the agent knows whether it holds. */
function loginFinding({ auth }: AgentDefinition, { variables, files }: AgentReport['credentials']): Finding {
  if (auth.methods.every((method) => method === 'none') && auth.methods.length > 0) {
    return { status: 'ok', what: 'it needs no login' }
  }
  const signs = [...variables, ...files.map((file) => `~/${file}`)]
  if (signs.length > 0) return { status: 'ok', what: `signs of a login: ${signs.join(', ')}` }
  const ways = [
    ...(auth.login === undefined ? [] : [`run ${auth.login}`]),
    ...(auth.variables.length === 0 ? [] : [`set ${auth.variables.slice(0, 3).join(' or ')}`]),
  ]
  const looked = auth.files.length > 0 || auth.variables.length > 0
  return {
    status: 'warning',
    what: looked ? 'no sign of a login was found' : 'whether you are logged in cannot be seen',
    ...(ways.length === 0 ? {} : { fix: `If you are not logged in, ${ways.join(', or ')}.` }),
  }
}

function runningFindings({ acp }: AgentDefinition): Finding[] {
  if (acp?.needsRunning === undefined) return []
  const line = acp.needsRunning.join(' ')
  return [{ status: 'warning', what: 'its own service must be running', fix: `If it is not, run ${line}` }]
}
