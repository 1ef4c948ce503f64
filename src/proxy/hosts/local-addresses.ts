import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { onFirstUse } from '../../core/on-first-use.ts'

const loopback = onFirstUse(() => {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8)
  list.addAddress('::1', 'ipv6')
  return list
})

/** Addresses that lead to this machine or to services of its network link, such as cloud metadata. */
const reserved = onFirstUse(() => {
  const list = new BlockList()
  list.addSubnet('0.0.0.0', 8)
  list.addSubnet('127.0.0.0', 8)
  list.addSubnet('169.254.0.0', 16)
  list.addSubnet('224.0.0.0', 4)
  list.addAddress('255.255.255.255')
  // Metadata of Alibaba's and Oracle's clouds.
  list.addAddress('100.100.100.200')
  list.addAddress('192.0.0.192')
  list.addAddress('::', 'ipv6')
  list.addAddress('::1', 'ipv6')
  list.addSubnet('fe80::', 10, 'ipv6')
  list.addSubnet('ff00::', 8, 'ipv6')
  // Metadata of Amazon's and Google's clouds.
  list.addAddress('fd00:ec2::254', 'ipv6')
  list.addAddress('fd20:ce::254', 'ipv6')
  return list
})

/** Whether an address belongs to this machine, or is valid only on its network link. */
export function isLocalAddress(address: string): boolean {
  const plain = embedded(address) ?? address
  return reserved().check(plain, familyOf(plain)) || ownAddresses().has(plain)
}

export function isLoopback(address: string): boolean {
  const plain = embedded(address) ?? address
  return loopback().check(plain, familyOf(plain))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/** The IPv4 address in an IPv6 address that stands for one (compatible, mapped, or translated by NAT64). */
function embedded(address: string): string | undefined {
  if (!isIPv6(address)) return undefined
  const host = URL.parse(`http://[${address.replace(/%.*$/, '')}]/`)?.hostname ?? ''
  const [, high = '', low = ''] =
    /^\[(?:::|::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? []
  if (high === '') return undefined
  const [upper, lower] = [parseInt(high, 16), parseInt(low, 16)]
  return [upper >> 8, upper & 0xff, lower >> 8, lower & 0xff].join('.')
}

/** Addresses of this machine: a service that listens on all interfaces is reachable by each. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
  )
}
