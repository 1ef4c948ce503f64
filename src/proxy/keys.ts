import { HostRules } from './hosts/host-rules.ts'
import { isLoopback } from './hosts/local-addresses.ts'
import type { Target } from './hosts/target.ts'
import { isIP } from 'node:net'

/** A key that clients know only by a placeholder. */
export interface ProxyKey {
  readonly placeholder: string
  /**
   * The hosts that may get the key, in the forms of `ModelProxyOptions.hosts`. Over plain HTTP only a loopback address or
   * a host that is listed with its port gets it.
   */
  readonly hosts: readonly string[]
  /** Called for every request that needs the key. */
  readonly key: () => string | Promise<string>
}

/** The parts of a request that may hold placeholders: names and values of headers in turn, and the path with its query. */
export interface KeyedRequest {
  readonly headers: readonly string[]
  readonly path: string
}

/** A request with its keys. */
export interface UnlockedRequest extends KeyedRequest {
  readonly keys: readonly string[]
}

interface Entry {
  readonly key: ProxyKey
  readonly rules: HostRules
}

/** Replaces placeholders with keys, only towards the hosts of each key. */
export class KeyRing {
  readonly #entries: readonly Entry[]

  constructor(keys: readonly ProxyKey[]) {
    this.#entries = keys.map((key) => ({ key, rules: new HostRules(key.hosts) }))
  }

  /** Whether a host may get a key, so that requests to it must be read. */
  hasKeyFor(target: Target): boolean {
    return this.#entries.some(({ rules }) => rules.includes(target))
  }

  /**
   * The request with its keys; `refused` if it holds a placeholder whose key is for other hosts. Synchronous without
   * placeholders.
   */
  unlock(request: KeyedRequest, target: Target): UnlockedRequest | 'refused' | Promise<UnlockedRequest> {
    const used = this.#entries.filter(({ key: { placeholder } }) => holds(request, placeholder))
    if (used.length === 0) return { ...request, keys: [] }
    if (!used.every((entry) => mayGet(entry, target))) return 'refused'
    return withKeys(request, used)
  }
}

function holds({ headers, path }: KeyedRequest, placeholder: string): boolean {
  return path.includes(placeholder) || headers.some((text) => text.includes(placeholder))
}

function mayGet({ rules }: Entry, target: Target): boolean {
  if (!rules.includes(target)) return false
  if (target.isSecure || target.host === 'localhost') return true
  if (isIP(target.host) !== 0 && isLoopback(target.host)) return true
  return rules.namesPort(target) && target.port !== 443
}

async function withKeys(request: KeyedRequest, used: readonly Entry[]): Promise<UnlockedRequest> {
  let { headers, path } = request
  const keys: string[] = []
  for (const { key: one } of used) {
    const key = await one.key()
    keys.push(key)
    headers = headers.map((text) => text.replaceAll(one.placeholder, () => key))
    path = path.replaceAll(one.placeholder, () => encodeURIComponent(key))
  }
  return { headers, path, keys }
}
