import { anyOf } from '../../../core/text/any-of.ts'
import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import type { LoginSigns } from '../../../agents/detect/login-signs.ts'
import type { Detection } from '../../../agents/detect/detect.ts'
import type { Finding } from './finding.ts'
import { isInRange } from './version-range.ts'

/** The findings for one agent. */
export interface AgentReport {
  agent: string
  name: string
  /** No model is called. */
  simulated?: true
  installed: boolean
  path?: string
  version?: string
  knownGoodVersion?: string
  /** Variables and files that exist and may hold a login. Names only; values are never read. */
  credentials: LoginSigns
  findings: Finding[]
}

export interface AgentCheckOptions {
  find: (program: string) => string | undefined
  needsGit: boolean
  /** Variables and files that exist and may hold a login. */
  signs: LoginSigns
  /** What the agent's own command reports about the login. */
  loggedIn: boolean | undefined
  needsNoLogin: boolean
}

/** All problems of an agent that can be found without starting it. */
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
      definition.install.length === 0 ? `Put ${definition.binaries[0]} on the PATH.` : `capstan install ${id}`
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
    what: `${what}; Capstan was tested with ${knownGoodVersion}`,
    fix: `capstan update ${id}`,
  }
}

function bridgeFindings({ id, acp }: AgentDefinition, { bridge }: Detection): Finding[] {
  if (acp?.bridge === undefined) return []
  const { name, version } = acp.bridge
  if (bridge?.installed !== true) {
    return [{ status: 'problem', what: `ACP bridge ${name} is not installed`, fix: `capstan install ${id}` }]
  }
  const what = `ACP bridge ${name} ${bridge.version ?? '(version unknown)'}`
  if (bridge.version === version) return [{ status: 'ok', what }]
  return [
    { status: 'warning', what: `${what}; Capstan was tested with ${version}`, fix: `capstan update ${id}` },
  ]
}

function runtimeFindings(definition: AgentDefinition, { find, needsGit }: AgentCheckOptions): Finding[] {
  const findings: Finding[] = []
  const { package: own } = definition
  const current = process.versions.node
  if (own?.node !== undefined && !isInRange(current, own.node)) {
    const what = `needs Node.js ${own.node}, but this is ${current}`
    findings.push({ status: 'problem', what, fix: `Install Node.js ${own.node}: https://nodejs.org` })
  }
  if (own?.bun !== undefined && find('bun') === undefined) {
    const what = `needs Bun ${own.bun}, but bun is not on the PATH`
    findings.push({ status: 'problem', what, fix: 'Install Bun: https://bun.sh' })
  }
  if (needsGit && find('git') === undefined) {
    findings.push({ status: 'problem', what: 'needs git', fix: 'Install git.' })
  }
  return findings
}

/** The state of the login and how it was found; only a request to the provider would prove it. */
function loginFinding({ id, auth }: AgentDefinition, options: AgentCheckOptions): Finding {
  const { signs, loggedIn, needsNoLogin } = options
  if (needsNoLogin) return { status: 'ok', what: 'needs no login' }
  const asked = `${id} ${auth.check?.arguments.join(' ')}`
  if (loggedIn)
    return { status: 'ok', what: `logged in according to ${asked}; the provider may still reject the login` }
  const found = [...signs.variables, ...signs.files.map((file) => `~/${file}`)]
  if (found.length > 0) {
    const what = `signs of a login: ${found.join(', ')}; the provider may still reject it`
    return loggedIn === false && auth.check?.missesSome === undefined
      ? { status: 'warning', what: `not logged in according to ${asked}; ${what}` }
      : { status: 'ok', what }
  }
  const useless = uselessLogin(id, auth, signs)
  const ways = [
    ...(auth.login === undefined ? [] : [`run ${auth.login}`]),
    ...(auth.variables.length === 0 ? [] : [`set ${anyOf(auth.variables.slice(0, 3))}`]),
  ]
  if (useless !== undefined)
    return { status: 'problem', what: useless, fix: `${sentence(ways.join(', or '))}.` }
  if (loggedIn === false) {
    const status = auth.check?.missesSome ? 'warning' : 'problem'
    return { status, what: `not logged in according to ${asked}`, fix: `${sentence(ways.join(', or '))}.` }
  }
  const looked = [...auth.variables.slice(0, 3), ...auth.files.map((file) => `~/${file}`)]
  const why =
    auth.check === undefined ? `${id} has no command that checks it offline` : `${asked} did not answer`
  const unseen = looked.length > 0 ? `no sign of a login in ${looked.join(', ')}, and ` : ''
  return {
    status: 'warning',
    what: `login unknown: ${unseen}${why}`,
    ...(ways.length === 0 ? {} : { fix: `If you are not logged in, ${ways.join(', or ')}.` }),
  }
}

/** A login that exists but cannot work. */
function uselessLogin(
  id: string,
  { refused }: AgentDefinition['auth'],
  signs: LoginSigns,
): string | undefined {
  const [variable] = signs.refused
  if (variable !== undefined) return `${id} does not accept ${variable}: it is ${refused?.what}`
  const [file] = signs.expired
  return file === undefined ? undefined : `the login in ~/${file} has expired`
}

function runningFindings({ acp }: AgentDefinition): Finding[] {
  if (acp?.needsRunning === undefined) return []
  const line = acp.needsRunning.join(' ')
  return [
    {
      status: 'warning',
      what: 'needs its own service to be running',
      fix: `If it is not running, run ${line}`,
    },
  ]
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
