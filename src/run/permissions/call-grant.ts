import type { PermissionQuestion } from '../api/permission-policy.ts'

/** What the sandbox opens while an allowed call runs. */
export interface CallGrant {
  /** The workspace may be changed. */
  readonly writes: boolean
  readonly hosts: readonly string[]
}

/** The sandbox stays as it is: it allows these calls already, or a rule for hosts decides. */
export const closed: CallGrant = { writes: false, hosts: [] }

/** A rule for commands or tools: only rules for hosts open the network. */
export const byRule: CallGrant = { writes: true, hosts: [] }

/** The kinds of calls that need no write, whatever the agent does while they run. */
const readOnlyKinds: ReadonlySet<unknown> = new Set(['read', 'search'])

/** A person or a function allowed what the question shows. */
export function shownGrant(question: PermissionQuestion): CallGrant {
  const { kind, command } = question
  return {
    writes: command !== undefined || !readOnlyKinds.has(kind),
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
      ),
    ),
  ]
}
