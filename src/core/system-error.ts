import { CapstanError } from './capstan-error.ts'

interface Kind {
  code: string
  what: string
  hint: string
}

const denied = { code: 'PERMISSION_DENIED', what: 'Permission denied', hint: 'Grant this user access.' }
const full = { code: 'DISK_FULL', what: 'The disk is full', hint: 'Free some space and try again.' }
const offline = {
  code: 'OFFLINE',
  what: 'The network is unreachable',
  hint: 'Check the connection, the proxy variables and the firewall.',
}

/** System error codes that a user can fix. */
const kinds: Readonly<Record<string, Kind>> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: {
    code: 'DISK_READ_ONLY',
    what: 'The disk is read-only',
    hint: 'Use a writable folder; set CAPSTAN_HOME to move the data folder of Capstan.',
  },
  ENOSPC: full,
  EDQUOT: full,
  ENOTFOUND: offline,
  EAI_AGAIN: offline,
  ENETUNREACH: offline,
  ENETDOWN: offline,
  EHOSTUNREACH: offline,
}

/** The matching SQLite result codes; the higher bits of a code are ignored. */
const databaseKinds: Readonly<Record<number, Kind>> = {
  8: {
    code: 'DISK_READ_ONLY',
    what: 'The database is read-only',
    hint: 'Use a writable folder.',
  },
  13: full,
}

const named = new RegExp(`\\b(${Object.keys(kinds).join('|')})\\b`)

/** The error for a known system failure; undefined for other failures. */
export function systemError(error: unknown): CapstanError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, errcode } = error as NodeJS.ErrnoException & { errcode?: unknown }
  const kind = typeof errcode === 'number' ? databaseKinds[errcode & 0xff] : kinds[code]
  if (kind === undefined) return undefined
  const where = path === undefined ? '' : `: ${path}`
  return new CapstanError(kind.code, `${kind.what}${where}`, { cause: error, hint: kind.hint })
}

/** The same for the printed output of another program. */
export function printedSystemError(printed: string, what: string): CapstanError | undefined {
  const [, code = ''] = named.exec(printed) ?? []
  const kind = kinds[code]
  return (
    kind && new CapstanError(kind.code, `${what}: ${kind.what.toLowerCase()} (${code})`, { hint: kind.hint })
  )
}
