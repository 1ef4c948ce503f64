import type { Option } from './command.ts'
import { UsageError } from './usage-error.ts'

export const storeOption: Option = {
  name: 'store',
  value: '<address>',
  help: 'PostgreSQL database that nodes share, without a password (default: CAPSTAN_STORE)',
}

/** The address of the store that nodes share; undefined for the store of this machine. */
export function storeAddress(values: ReadonlyMap<string, readonly string[]> = new Map()): string | undefined {
  const typed = values.get('store')?.at(-1)
  if (typed !== undefined) {
    if (parsed(typed, '--store').password !== '') {
      throw new UsageError(
        '--store contains a password, which other users of this machine can read',
        'Set CAPSTAN_STORE to the address, or PGPASSWORD to the password.',
      )
    }
    return typed
  }
  const { CAPSTAN_STORE } = process.env
  if (CAPSTAN_STORE === undefined || CAPSTAN_STORE === '') return undefined
  parsed(CAPSTAN_STORE, 'CAPSTAN_STORE')
  return CAPSTAN_STORE
}

/**
 * The address of the store, with its password. Removes the variables that contain the password: a session gets variables
 * of its node by name, and no agent may get this one.
 */
export function takeStoreAddress(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const address = storeAddress(values)
  const { PGPASSWORD } = process.env
  delete process.env['CAPSTAN_STORE']
  if (address === undefined) return undefined
  delete process.env['PGPASSWORD']
  const url = new URL(address)
  if (PGPASSWORD === undefined || url.password !== '' || url.searchParams.has('password')) return address
  // An address of a socket has no host, and can have no password before it.
  url.searchParams.set('password', PGPASSWORD)
  return url.href
}

/** The address without the password and the parameters, for people. */
export function shownAddress(address: string): string {
  const { username, host, pathname } = new URL(address)
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`
}

/** The error does not repeat the address: it may contain a password. */
function parsed(address: string, source: string): URL {
  const url = /^postgres(ql)?:\/\//i.test(address) ? URL.parse(address) : null
  if (url !== null) return url
  throw new UsageError(
    `${source} is not the address of a PostgreSQL database`,
    'Use an address such as postgres://user@host:5432/database.',
  )
}
