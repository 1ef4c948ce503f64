import { targetOf } from '../../proxy/hosts/target.ts'
import type { PermissionQuestion } from '../api/permission-policy.ts'

/** What the sandbox opens while an allowed call runs. */
export interface CallGrant {
  /** The files of the workspace that the call changes: none, those that it names, or any. */
  readonly writes: 'none' | 'any' | readonly string[]
  readonly hosts: readonly string[]
}

/** The sandbox stays as it is: it allows these calls already, or a rule for hosts decides. */
export const closed: CallGrant = { writes: 'none', hosts: [] }

/** Calls of these kinds change no file, whatever the agent does while they run. */
const reading: ReadonlySet<unknown> = new Set(['read', 'search', 'fetch', 'think', 'switch-mode'])
/** Calls of these kinds change the files that they name. */
const naming: ReadonlySet<unknown> = new Set(['edit', 'delete', 'move'])

/** A rule for commands or tools: only rules for hosts open the network. */
export function ruleGrant({ kind, command, paths }: PermissionQuestion): CallGrant {
  const isNaming = command === undefined && naming.has(kind) && paths.length > 0
  return { writes: isNaming ? paths : 'any', hosts: [] }
}

/** A person or a function allowed what the question shows. */
export function shownGrant(question: PermissionQuestion): CallGrant {
  const { kind, command } = question
  const isReading = command === undefined && reading.has(kind)
  return {
    writes: isReading ? 'none' : ruleGrant(question).writes,
    hosts: requestedHosts(question),
  }
}

const address = /\b(?:https?|wss?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?/gi

/**
 * The hosts that a question names in its command and its addresses. The model writes titles and descriptions, so only a
 * call that reads an address may name it there.
 */
export function requestedHosts({ kind, command, paths, request }: PermissionQuestion): string[] {
  const { subject, title } = request
  const call = subject?.type === 'tool-call' ? [subject.toolCall.input, subject.toolCall.title, title] : []
  const text = JSON.stringify([command, paths, kind === 'fetch' ? call : []])
  return [
    ...new Set(
      Array.from(text.matchAll(address), ([, host = '', port]) =>
        port === undefined ? host : `${host}:${port}`,
      ).filter((host) => targetOf(host, true) !== undefined),
    ),
  ]
}
