import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { isInside } from '../../core/files/path-inside.ts'
import type { AccessBlockedEvent } from '../../events/access.ts'
import type { BlockedRequest } from '../../proxy/proxy-context.ts'
import type { BlockedAccess } from './confinement-request.ts'

const { statSync } = process.getBuiltinModule('node:fs')

/** The event for a host or path that was blocked, with the option and the flag that allow it. */
export function blockedEvent(blocked: BlockedAccess): AccessBlockedEvent {
  const { kind, name, toolCallId, tool } = blocked
  return {
    type: 'access.blocked',
    kind,
    name,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(tool === undefined ? {} : { tool }),
    ...(kind === 'host' ? hostFix(name) : pathFix(name)),
  }
}

type Fix = Pick<AccessBlockedEvent, 'hint' | 'commandHint'>

function hostFix(host: string): Fix {
  return { hint: `Add "${host}" to permissions.hosts.`, commandHint: `Use --allow-host ${host}.` }
}

/** A folder with the whole home would show far more than one file. */
function pathFix(path: string): Fix {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const folder = isFolder ? path : dirname(path)
  if (isInside(homedir(), folder)) {
    const hint = 'Copy the file into the workspace.'
    return { hint, commandHint: hint }
  }
  return {
    hint: `Add ${JSON.stringify(folder)} to additionalDirectories.`,
    commandHint: `Use --add-dir ${quoted(folder)}.`,
  }
}

function quoted(path: string): string {
  return /^[\w@%+:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

/** What the proxy refused, by its host. */
export function blockedHost({ host, port, reason }: BlockedRequest): BlockedAccess {
  const name = port === 443 || port === 80 ? host : `${host}:${port}`
  const problem = reason === 'key' || reason === 'certificate' ? { problem: reason } : {}
  return { kind: 'host', name, ...problem }
}
