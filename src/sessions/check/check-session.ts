import { deliveryModes } from '../../capabilities/ecosystems/relay/types.ts'
import { isRecord } from '../../core/is-record.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import type { AgentSession } from '../agent-session.ts'
import { identityIssues } from './check-identity.ts'

/** Newer sessions of Relay declare more types than Capstan reads. */
const isEventType = /^[a-z]+(?:[._-][a-z]+)*$/

const lifecycle = ['release', 'pause', 'resume', 'fork', 'snapshot'] as const

/** Checks that a session implements what it declares. @throws ValidationError with all issues. */
export function checkSession(session: AgentSession): void {
  const issues = sessionIssues(session)
  const [first, ...others] = issues
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new ValidationError(
    `Cannot register this session: ${first.path.join('.')} ${first.message}${more}`,
    issues,
    { hint: 'Declare a capability only where the session implements it.' },
  )
}

function sessionIssues(session: unknown): ValidationIssue[] {
  if (!isRecord(session)) return [{ path: [], message: 'must be an object' }]
  const issues = identityIssues(session['identity'], ['identity'])
  if (typeof session['receiveMessage'] !== 'function') {
    issues.push({ path: ['receiveMessage'], message: 'must be a function' })
  }
  if (session['onEvent'] !== undefined && typeof session['onEvent'] !== 'function') {
    issues.push({ path: ['onEvent'], message: 'must be a function' })
  }
  return [...issues, ...declarationIssues(session), ...undeclaredIssues(session)]
}

/** All issues of the declared capabilities: wrong shapes and missing methods. */
export function declarationIssues(session: object): ValidationIssue[] {
  const { capabilities } = session as { capabilities?: unknown }
  if (!isRecord(capabilities)) return [{ path: ['capabilities'], message: 'must be an object' }]
  const declared = groupOf(capabilities, 'lifecycle')
  const missing = lifecycle.filter((name) => declared?.[name] === true && !isImplemented(session, name))
  return [
    ...capabilityIssues(capabilities),
    ...missing.map((name) => lifecycleIssue(name, `is declared, but the session has no ${name}()`)),
  ]
}

function undeclaredIssues(session: Record<string, unknown>): ValidationIssue[] {
  const { capabilities } = session
  const declared = isRecord(capabilities) ? groupOf(capabilities, 'lifecycle') : undefined
  return lifecycle
    .filter((name) => declared?.[name] !== true && isImplemented(session, name))
    .map((name) => lifecycleIssue(name, `is not declared, but the session has ${name}()`))
}

function isImplemented(session: object, name: string): boolean {
  return typeof (session as Record<string, unknown>)[name] === 'function'
}

function lifecycleIssue(name: string, message: string): ValidationIssue {
  return { path: ['capabilities', 'lifecycle', name], message }
}

function capabilityIssues(capabilities: Record<string, unknown>): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const report = (path: string, message: string): void => {
    issues.push({ path: ['capabilities', ...path.split('.')], message })
  }
  const flags = (
    group: Record<string, unknown> | undefined,
    path: string,
    names: readonly string[],
  ): void => {
    for (const name of names) {
      const value = group?.[name]
      if (value !== undefined && typeof value !== 'boolean')
        report(`${path}.${name}`, 'must be true or false')
    }
  }
  const messaging = groupOf(capabilities, 'messaging')
  if (messaging?.['receive'] !== true) report('messaging.receive', 'must be true')
  flags(messaging, 'messaging', ['send'])
  if (messaging?.['attachments'] !== undefined) {
    listFaults(messaging['attachments'], ['text', 'image'], (message) =>
      report('messaging.attachments', message),
    )
  }
  const delivery = groupOf(capabilities, 'delivery')
  const modes = listFaults(delivery?.['modes'], deliveryModes, (message) => report('delivery.modes', message))
  if (modes?.length === 0) report('delivery.modes', 'must name at least one mode')
  flags(delivery, 'delivery', ['queue'])
  const events = groupOf(capabilities, 'events')
  const emits = listFaults(events?.['emits'], isEventType, (message) => report('events.emits', message))
  // Without its own queue, a session must emit the events that mark its boundaries.
  if (delivery?.['queue'] !== true && modes !== undefined && emits !== undefined) {
    if (modes.includes('next-tool-call') && !emits.includes('tool.called')) {
      report('delivery.modes', 'has next-tool-call, which needs a queue or the event tool.called')
    }
    if (modes.includes('on-idle') && !emits.includes('status.changed')) {
      report('delivery.modes', 'has on-idle, which needs a queue or the event status.changed')
    }
  }
  if (capabilities['actions'] !== undefined) {
    if (!isRecord(capabilities['actions'])) report('actions', 'must be an object')
    flags(groupOf(capabilities, 'actions'), 'actions', ['invoke', 'expose'])
  }
  const life = groupOf(capabilities, 'lifecycle')
  if (typeof life?.['release'] !== 'boolean') report('lifecycle.release', 'must be true or false')
  flags(life, 'lifecycle', lifecycle.slice(1))
  return issues
}

function groupOf(object: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const group = object[name]
  return isRecord(group) ? group : undefined
}

/** Reports invalid entries; returns the list, or undefined if the value is not a list. */
function listFaults(
  value: unknown,
  known: readonly string[] | RegExp,
  report: (message: string) => void,
): string[] | undefined {
  if (!Array.isArray(value)) {
    report('must be a list')
    return undefined
  }
  for (const name of value as unknown[]) {
    const isKnown =
      typeof name === 'string' && (known instanceof RegExp ? known.test(name) : known.includes(name))
    if (isKnown) continue
    const why = known instanceof RegExp ? 'is not an event type' : `is not one of ${known.join(', ')}`
    report(`has ${JSON.stringify(name) ?? 'undefined'}, which ${why}`)
  }
  if (new Set(value).size < value.length) report('has duplicates')
  return value as string[]
}
