import { isIP } from 'node:net'
import { ValidationError } from '../../core/validation-error.ts'
import { hostOf, type Target } from './target.ts'

/** One entry of a list of hosts: `name`, `*.name`, `*`, or an IP address, each with a port if only this port is meant. */
interface HostRule {
  readonly kind: 'exact' | 'suffix' | 'all' | 'every'
  readonly host: string
  readonly port: number | undefined
}

/** All hosts, and the addresses of this machine as if each were listed. */
export const everywhere = Symbol('everywhere')
const everyRule: HostRule = { kind: 'every', host: '*', port: undefined }

type Place = Pick<Target, 'host' | 'port'>

/** A list of hosts. */
export class HostRules {
  readonly #rules: readonly HostRule[]

  /** @throws ValidationError for an entry that is no host */
  constructor(entries: readonly string[] | typeof everywhere) {
    this.#rules = entries === everywhere ? [everyRule] : entries.map(ruleOf)
  }

  includes(place: Place): boolean {
    return this.#rules.some((rule) => fits(rule, place))
  }

  /** Whether an entry names exactly this host or address, without a pattern. */
  names(place: Place): boolean {
    return this.#rules.some((rule) => rule.kind === 'every' || (rule.kind === 'exact' && fits(rule, place)))
  }

  /** Whether an entry names exactly this host together with this port. */
  namesPort(place: Place): boolean {
    return this.#rules.some((rule) => rule.kind === 'exact' && rule.port !== undefined && fits(rule, place))
  }
}

function ruleOf(entry: string): HostRule {
  const [, name = entry, digits] = /^(.*?[^:]):(\d{1,5})$/.exec(withBrackets(entry)) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (name === '*') return { kind: 'all', host: '*', port }
  const isPattern = name.startsWith('*.')
  const host = hostOf(isPattern ? name.slice(2) : name)
  // A pattern above an address would match by its digits.
  if (host === undefined || host.includes('*') || (isPattern && isIP(host) !== 0)) throw ruleError(entry)
  return { kind: isPattern ? 'suffix' : 'exact', host, port }
}

/** An IPv6 address without brackets has no port. */
function withBrackets(entry: string): string {
  return isIP(entry) === 6 ? `[${entry}]` : entry
}

function fits({ kind, host, port }: HostRule, place: Place): boolean {
  if (port !== undefined && port !== place.port) return false
  if (kind === 'all' || kind === 'every') return true
  return kind === 'exact' ? place.host === host : isIP(place.host) === 0 && place.host.endsWith(`.${host}`)
}

function ruleError(entry: string): ValidationError {
  const message = 'must be a host name, *.name or an IP address, optionally with a port'
  return new ValidationError(`The host ${JSON.stringify(entry)} ${message}`, [{ path: ['hosts'], message }])
}
