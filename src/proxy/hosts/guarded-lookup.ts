import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLocalAddress, isLoopback } from './local-addresses.ts'
import type { HostRules } from './host-rules.ts'
import type { Target } from './target.ts'

/** Resolves a name to all of its addresses. */
export type ResolveName = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A target that leads to this machine and is not listed. */
export class LocalAddressError extends Error {
  constructor() {
    super('The address belongs to this machine')
    this.name = 'LocalAddressError'
  }
}

/**
 * Whether clients may connect to an address. An address of this machine must be listed itself: a name that is allowed may
 * resolve to it (DNS rebinding). The name `localhost` stands for loopback.
 */
export function isReachable(address: string, { host, port }: Target, rules: HostRules): boolean {
  if (!isLocalAddress(address) || rules.names({ host: address, port })) return true
  return host === 'localhost' && isLoopback(address) && rules.names({ host, port })
}

/** A lookup that returns only reachable addresses, so that the connection goes to the address that was checked. */
export function guardedLookup(
  target: Target,
  { rules, resolveName = systemLookup }: { rules: () => HostRules; resolveName?: ResolveName | undefined },
): LookupFunction {
  return (host, options, callback) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const reachable = addresses.filter(({ address }) => isReachable(address, target, rules()))
      const [first] = reachable
      if (first === undefined) return callback(new LocalAddressError(), '', 0)
      if (options.all === true) return callback(null, reachable)
      return callback(null, first.address, first.family)
    })
  }
}

/** Whether a target is an address that clients may not connect to, or a name that always means this machine. */
export function isRefusedAddress(target: Target, rules: HostRules): boolean {
  // A company's proxy would resolve the name itself.
  if (target.host === 'localhost' || target.host.endsWith('.localhost')) {
    return ![target.host, '127.0.0.1', '::1'].some((host) => rules.names({ host, port: target.port }))
  }
  return isIP(target.host) !== 0 && !isReachable(target.host, target, rules)
}
