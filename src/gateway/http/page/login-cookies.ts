import { isRecord } from '../../../core/is-record.ts'
import { writeWhole } from '../../../core/files/write-whole.ts'
import { makeToken } from '../../../core/token.ts'

/** Cookies of browsers that signed in with a link. */
export interface LoginCookies {
  /** Creates a one-time code for a sign-in link. */
  issueCode(): string
  /** The cookie value for a code; undefined if the code is unknown, used or expired. */
  redeem(code: string): Promise<string | undefined>
  has(value: string): boolean
  /** Reads the sign-ins of other gateways, where several share them. */
  refresh?(): Promise<void>
}

export interface LoginCookiesOptions {
  /** The gateway's token: another token signs every browser out. */
  readonly token: string
  /** Stores the sign-ins, so that they survive a restart; deleting the file revokes them. Default: in memory. */
  readonly file?: string | undefined
  /** Called if the file cannot be written; the sign-in then ends with the gateway. */
  readonly warn?: (message: string) => void
}

/** Time until a browser has to sign in again. */
export const loginLifeSeconds = 30 * 24 * 60 * 60

const codeLifeMs = 5 * 60_000
const mostLogins = 100

/** Expiry times by digest, in the order of the sign-ins. */
type Logins = ReadonlyMap<string, number>

export function createLoginCookies({ token, file, warn }: LoginCookiesOptions): LoginCookies {
  const codes = new Map<string, number>()
  const crypto = process.getBuiltinModule('node:crypto')
  // A keyed digest: neither reading nor writing the file lets anybody make a cookie.
  const digestOf = (value: string): string =>
    crypto.createHmac('sha256', token).update(value).digest('base64url')
  const store = file === undefined ? memoryLogins() : fileLogins(file, warn)
  return {
    issueCode: () => {
      const code = makeToken()
      codes.set(code, Date.now() + codeLifeMs)
      return code
    },
    redeem: async (code) => {
      const expires = codes.get(code)
      codes.delete(code)
      if (expires === undefined || expires < Date.now()) return undefined
      const value = makeToken()
      const valid = [...store.read()].filter(([, end]) => end > Date.now())
      const added: [string, number] = [digestOf(value), Date.now() + loginLifeSeconds * 1000]
      store.write(new Map([...valid, added].slice(-mostLogins)))
      return value
    },
    // Looking up a digest reveals nothing about the cookie by its timing.
    has: (value) => (store.read().get(digestOf(value)) ?? 0) > Date.now(),
  }
}

interface LoginStore {
  read(): Logins
  write(logins: Logins): void
}

function memoryLogins(): LoginStore {
  let logins: Logins = new Map()
  return {
    read: () => logins,
    write: (next) => {
      logins = next
    },
  }
}

/** Reads the file again whenever it changed, so that deleting it takes effect at once. */
function fileLogins(file: string, warn?: (message: string) => void): LoginStore {
  const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
  let known: { readonly stamp: string; readonly logins: Logins } | undefined
  const stampOf = (): string => {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
  }
  return {
    read: () => {
      const stamp = stampOf()
      if (known?.stamp !== stamp)
        known = { stamp, logins: stamp === 'none' ? new Map() : parse(readFileSync) }
      return known.logins
    },
    write: (logins) => {
      try {
        writeWhole(file, JSON.stringify(Object.fromEntries(logins)))
      } catch (error) {
        warn?.(`Cannot store sign-ins in ${file}: ${error instanceof Error ? error.message : String(error)}`)
      }
      known = { stamp: stampOf(), logins }
    },
  }

  /** A damaged file holds no sign-ins. */
  function parse(read: typeof readFileSync): Logins {
    try {
      const data: unknown = JSON.parse(read(file, 'utf8'))
      const entries = isRecord(data) ? Object.entries(data) : []
      return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
    } catch {
      return new Map()
    }
  }
}
