import { anyOf } from '../../../core/text/any-of.ts'
import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import type { LoginSigns } from '../../../agents/detect/login.ts'
import type { Detection } from '../../../agents/detect/detect.ts'
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
  credentials: LoginSigns
  findings: Finding[]
}

export interface AgentCheckOptions {
  find: (program: string) => string | undefined
  needsGit: boolean
  /** What could hold a login and is there. */
  signs: LoginSigns
  /** What the agent's own program says of its login. */
  loggedIn: boolean | undefined
  needsNoLogin: boolean
}

/** Everything that would stop a run of an agent, as far as can be seen without starting it. */
export function agentReport(
  definition: AgentDefinition,
  detection: Detection,
  options: AgentCheckOptions,
): AgentReport {
  const { id, name, simulated, package: own, seen } = definition
  const knownGoodVersion = own?.version ?? seen?.version
  const credentials = options.signs
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
    loginFinding(definition, options),
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

/** What was looked at, and what it says: only a request to the provider would prove a login. */
function loginFinding({ id, auth }: AgentDefinition, options: AgentCheckOptions): Finding {
  const { signs, loggedIn, needsNoLogin } = options
  if (needsNoLogin) return { status: 'ok', what: 'it needs no login' }
  const asked = `${id} ${auth.check?.arguments.join(' ')}`
  if (loggedIn)
    return { status: 'ok', what: `logged in, by ${asked}; that is no proof that the login still works` }
  const found = [...signs.variables, ...signs.files.map((file) => `~/${file}`)]
  if (found.length > 0) {
    const what = `signs of a login: ${found.join(', ')}; that is no proof that it works`
    return loggedIn === false && auth.check?.missesSome === undefined
      ? { status: 'warning', what: `not logged in, by ${asked}; ${what}` }
      : { status: 'ok', what }
  }
  const ways = [
    ...(auth.login === undefined ? [] : [`run ${auth.login}`]),
    ...(auth.variables.length === 0 ? [] : [`set ${anyOf(auth.variables.slice(0, 3))}`]),
  ]
  if (loggedIn === false) {
    const status = auth.check?.missesSome ? 'warning' : 'problem'
    return { status, what: `not logged in, by ${asked}`, fix: `${sentence(ways.join(', or '))}.` }
  }
  const looked = [...auth.variables.slice(0, 3), ...auth.files.map((file) => `~/${file}`)]
  const why = auth.check === undefined ? `no command of ${id} tells it offline` : `${asked} does not answer`
  const unseen = looked.length > 0 ? `no sign of one in ${looked.join(', ')}, and ` : ''
  return {
    status: 'warning',
    what: `login unknown: ${unseen}${why}`,
    ...(ways.length === 0 ? {} : { fix: `If you are not logged in, ${ways.join(', or ')}.` }),
  }
}

function runningFindings({ acp }: AgentDefinition): Finding[] {
  if (acp?.needsRunning === undefined) return []
  const line = acp.needsRunning.join(' ')
  return [{ status: 'warning', what: 'its own service must be running', fix: `If it is not, run ${line}` }]
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
