import { CapstanError } from './capstan-error.ts'

interface Kind {
  code: string
  what: string
  hint: string
}

const denied = { code: 'PERMISSION_DENIED', what: 'Permission denied', hint: 'Give this user access to it.' }
const full = { code: 'DISK_FULL', what: 'The disk is full', hint: 'Free some space and try again.' }
const offline = {
  code: 'OFFLINE',
  what: 'The network cannot be reached',
  hint: 'Check the connection, the proxy variables and the firewall.',
}

/** The system's codes for what a user can put right. */
const kinds: Readonly<Record<string, Kind>> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: {
    code: 'DISK_READ_ONLY',
    what: 'The disk is read-only',
    hint: 'Use a folder that can be written; CAPSTAN_HOME moves that of Capstan.',
  },
  ENOSPC: full,
  EDQUOT: full,
  ENOTFOUND: offline,
  EAI_AGAIN: offline,
  ENETUNREACH: offline,
  ENETDOWN: offline,
  EHOSTUNREACH: offline,
}

/** The result codes of SQLite for the same; the higher bits of a code say more than is needed here. */
const databaseKinds: Readonly<Record<number, Kind>> = {
  8: {
    code: 'DISK_READ_ONLY',
    what: 'The database is read-only',
    hint: 'Use a folder that can be written.',
  },
  13: full,
}

const named = new RegExp(`\\b(${Object.keys(kinds).join('|')})\\b`)

/** What a failure of the system is called, or undefined for one that has no name here. */
export function systemError(error: unknown): CapstanError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, errcode } = error as NodeJS.ErrnoException & { errcode?: unknown }
  const kind = typeof errcode === 'number' ? databaseKinds[errcode & 0xff] : kinds[code]
  if (kind === undefined) return undefined
  const where = path === undefined ? '' : `: ${path}`
  return new CapstanError(kind.code, `${kind.what}${where}`, { cause: error, hint: kind.hint })
}

/** The same for what another program printed about its own failure. */
export function printedSystemError(printed: string, what: string): CapstanError | undefined {
  const [, code = ''] = named.exec(printed) ?? []
  const kind = kinds[code]
  return (
    kind && new CapstanError(kind.code, `${what}: ${kind.what.toLowerCase()} (${code})`, { hint: kind.hint })
  )
}
