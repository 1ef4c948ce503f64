import { isAbsolute, join } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { CapabilityError } from '../../capabilities/capability-error.ts'
import { isInside } from '../../core/files/path-inside.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { RunOptions, TurnOptions } from '../api/options.ts'
import type { PermissionPolicy } from '../api/permission-policy.ts'
import { answersQuestions, basicPolicy, limitsPlaces, rulesOf } from '../api/permission-rules.ts'
import type { MissingSandbox, SandboxDecision } from '../permissions/confine.ts'
import { realPath, rulePath, userHome, writtenPath } from '../permissions/rule-paths.ts'
import { simpleCommand } from '../permissions/simple-command.ts'

const { existsSync } = process.getBuiltinModule('node:fs')

const policies: readonly unknown[] = ['ask', 'allow-reads', 'allow', 'deny']
const policyIssue = `must be one of ${policies.join(', ')}`

/** Whether the proxy can read an entry, so that a wrong one is refused before the start. */
function isHost(entry: string): boolean {
  const isAddress = entry.split(':').length > 2 && !entry.startsWith('[')
  const [, name = '', port = '1'] = (!isAddress && /^(.*?)(?::(\d{1,5}))?$/.exec(entry)) || ['', `[${entry}]`]
  if (Number(port) < 1 || Number(port) > 65_535) return false
  if (name === '*') return true
  const isPattern = name.startsWith('*.')
  const host = isPattern ? name.slice(2) : name
  if (/[\s@/?#\\*]/.test(host)) return false
  const { hostname = '', port: rest = '' } = URL.parse(`http://${host}/`) ?? {}
  return hostname !== '' && rest === '' && !(isPattern && /^\[|^[\d.]+$/.test(hostname))
}

type EntryCheck = (entry: string) => string | undefined

const checks: Readonly<Record<string, EntryCheck>> = {
  read: (path) => (path.includes('\0') ? 'must be a path' : undefined),
  write: (path) => (path.includes('\0') ? 'must be a path' : undefined),
  hosts: (entry) =>
    isHost(entry) ? undefined : 'must be a host name, *.name, * or an IP address, optionally with a port',
  commands: (pattern) =>
    simpleCommand(pattern, { isPattern: true }) === undefined
      ? 'must be one simple command, without ; & | < > $ ` ( ) and other characters of a shell'
      : undefined,
  tools: () => undefined,
}

/** What is wrong with the form of a policy; undefined if nothing is. */
export function permissionsIssue(value: unknown): string | undefined {
  if (typeof value === 'function' || policies.includes(value)) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `${policyIssue}, a function, or an object with rules`
  }
  const { policy, ...rules } = value as Record<string, unknown>
  if (policy === undefined) return 'must have a policy: ask, allow-reads, allow or deny'
  if (typeof policy !== 'function' && !policies.includes(policy)) return `has a policy that ${policyIssue}`
  for (const [name, rule] of Object.entries(rules)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined) {
      return `has no rule ${name}. ${didYouMean(name, Object.keys(checks), `Use ${Object.keys(checks).join(', ')}.`)}`
    }
    const issue = rule === undefined ? undefined : ruleIssue(name, rule, check)
    if (issue !== undefined) return issue
  }
  if ((policy === 'allow' || policy === 'deny') && answersQuestions(value as PermissionPolicy)) {
    return `cannot have commands or tools with the policy ${policy}, which answers every question: use ask or allow-reads`
  }
  return undefined
}

function ruleIssue(name: string, rule: unknown, check: EntryCheck): string | undefined {
  const isPattern = name === 'commands' || name === 'tools'
  if (isPattern && typeof rule === 'object' && rule !== null && !Array.isArray(rule)) {
    const other = Object.keys(rule).find((key) => key !== 'allow' && key !== 'deny')
    if (other !== undefined) return `has ${name} with ${other}: use allow and deny`
    return Object.values(rule)
      .filter((list) => list !== undefined)
      .map((list) => ruleIssue(name, list as unknown, check))
      .find((issue) => issue !== undefined)
  }
  if (!Array.isArray(rule))
    return `has ${name} that must be a list${isPattern ? ', or lists allow and deny' : ''}`
  for (const entry of rule as unknown[]) {
    if (typeof entry !== 'string' || entry.trim() === '')
      return `has an entry of ${name} that is empty or no text`
    const issue = check(entry)
    if (issue !== undefined) return `has ${name} with ${JSON.stringify(entry)}, which ${issue}`
  }
  return undefined
}

/**
 * Refuses rules for paths and hosts that nothing enforces, and paths that would open the sandbox.
 * @throws CapabilityError without a sandbox, ValidationError for a path
 */
export function checkRules(
  options: RunOptions,
  { definition, decision }: { definition: AgentDefinition; decision: SandboxDecision },
): void {
  const { permissions, agent, cwd = process.cwd(), additionalDirectories = [] } = options
  if (!limitsPlaces(permissions)) return
  if (!decision.isConfined) throw withoutSandbox(agent, decision.missing)
  const { read = [], write = [] } = rulesOf(permissions)
  const paths = [
    ...read.map((path) => ({ name: 'read' as const, path })),
    ...write.map((path) => ({ name: 'write' as const, path })),
  ]
  for (const { name, path } of paths) {
    const real = rulePath(path, cwd)
    const kept = [cwd, ...additionalDirectories, userHome(), ...ownFiles(definition)]
    const covered = kept.find((one) => isInside(realPath(one), real))
    if (!existsSync(real)) throw pathError(name, path, { message: 'does not exist', fix: 'Create it first' })
    // The workspace may belong to somebody else, and its links could open any folder of the user.
    const [own] = [cwd, ...additionalDirectories].filter((one) => isInside(writtenPath(path, cwd), one))
    if (own !== undefined && !isInside(real, realPath(own))) {
      const message = `is a link of the workspace to ${real}`
      throw pathError(name, path, { message, fix: 'Name the file or folder behind the link' })
    }
    if (covered !== undefined || isSystem(real)) {
      const message =
        covered === undefined ? 'belongs to the system' : `contains ${covered}, which the sandbox protects`
      throw pathError(name, path, { message, fix: 'Name a file or folder that is not above it' })
    }
  }
}

/** Folders whose content the sandbox makes itself. */
function isSystem(path: string): boolean {
  return ['/proc', '/sys', '/dev', '/run'].some((folder) => isInside(path, folder))
}

/** Files of the agent that the home of the run replaces. */
function ownFiles({ home }: AgentDefinition): string[] {
  const files = [...(home?.login ?? []), ...(home?.settings ?? []).map(({ file }) => file)]
  return files.map((file) => (isAbsolute(file) ? file : join(userHome(), file)))
}

function pathError(
  name: 'read' | 'write',
  path: string,
  { message, fix }: { message: string; fix: string },
): ValidationError {
  return new ValidationError(
    `permissions.${name}: ${path} ${message}`,
    [{ path: ['permissions', name], message: `has ${path}, which ${message}` }],
    {
      hint: `${fix}, or remove it from ${name}.`,
      commandHint: `${fix}, or leave out --allow-${name} ${path}.`,
    },
  )
}

function withoutSandbox(agent: string, missing: MissingSandbox | undefined): CapabilityError {
  const { reason, fix, commandFix = fix } = missingReason(missing)
  return new CapabilityError('permissions', {
    agent,
    id: 'tools.approval',
    message: `Nothing enforces the rules for paths and hosts: ${reason}`,
    hint: `${fix}, or remove read, write and hosts from permissions.`,
    commandHint: `${commandFix}, or leave out --allow-host, --allow-read and --allow-write.`,
  })
}

function missingReason(missing: MissingSandbox | undefined): {
  reason: string
  fix: string
  commandFix?: string
} {
  if (missing === undefined) {
    const reason = 'the policy "allow" runs without the sandbox'
    return { reason, fix: 'Set sandbox to true', commandFix: 'Add --sandbox' }
  }
  if (missing === 'off') {
    return { reason: 'the sandbox is off', fix: 'Leave sandbox out', commandFix: 'Leave out --sandbox=off' }
  }
  if (missing === 'outside') {
    return { reason: 'the agent acts through a program outside of it', fix: 'Use the other transport' }
  }
  return { reason: `the sandbox is unavailable: ${missing.problem}`, fix: 'Install the package bubblewrap' }
}

/** Refuses a policy of one run that the sandbox of its session cannot follow. @throws CapabilityError, ValidationError */
export function checkTurnRules(session: RunOptions, { permissions }: RunOptions): void {
  const issue = permissions === undefined ? undefined : permissionsIssue(permissions)
  if (issue !== undefined) {
    throw new ValidationError(`permissions ${issue}`, [{ path: ['permissions'], message: issue }])
  }
  const [before, now] = [rulesOf(session.permissions), rulesOf(permissions)]
  const changed = (['read', 'write', 'hosts'] as const).find(
    (name) => now[name] !== undefined && sorted(now[name]) !== sorted(before[name]),
  )
  if (changed === undefined) return
  throw new CapabilityError('permissions', {
    agent: session.agent,
    id: 'tools.approval',
    message: `The sandbox of the session with ${session.agent} keeps the ${changed} rules that it started with`,
    hint: `Leave ${changed} out of the run's permissions, or open another session with these rules.`,
  })
}

function sorted(list: readonly string[] = []): string {
  return JSON.stringify(list.toSorted())
}

/** The options of one run, with the paths and hosts of its session. */
export function turnOptions(session: RunOptions, turn: TurnOptions & Pick<RunOptions, 'prompt'>): RunOptions {
  const { permissions } = turn
  const isChanged = permissions !== undefined && permissionsIssue(permissions) === undefined
  if (!isChanged || !limitsPlaces(session.permissions)) return { ...session, ...turn }
  const { read, write, hosts } = rulesOf(session.permissions)
  const places = {
    ...(read === undefined ? {} : { read }),
    ...(write === undefined ? {} : { write }),
    ...(hosts === undefined ? {} : { hosts }),
  }
  const rules = { ...places, ...rulesOf(permissions), policy: basicPolicy(permissions) }
  return { ...session, ...turn, permissions: rules }
}
