import { BlockList, isIP } from 'node:net'
import type { Target } from '../hosts/target.ts'

/** The variables that the proxy reads. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The proxy of a company, which leads to the internet. */
export interface CompanyProxy {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** The value of `Proxy-Authorization`. */
  readonly authorization?: string
}

/** The proxy that the variables name for a target. A proxy that cannot be read is treated as absent. */
export function companyProxyFor(target: Target, environment: Environment): CompanyProxy | undefined {
  const read = (name: string): string | undefined =>
    environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined
  const address = (target.isSecure ? read('https_proxy') : read('http_proxy')) ?? read('all_proxy')
  if (address === undefined || isExempt(target, read('no_proxy') ?? '')) return undefined
  const url = URL.parse(address.includes('://') ? address : `http://${address}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  const isSecure = url.protocol === 'https:'
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    isSecure,
    ...(login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  }
}

/** Whether `NO_PROXY` lists a target: names with all names below them, addresses, networks, each with a port or without. */
function isExempt({ host, port }: Target, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = entry, digits] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? []
    if (name === '' || (digits !== undefined && Number(digits) !== port)) return false
    if (name.includes('/')) return isInNetwork(host, name)
    const plain = name.toLowerCase().replaceAll(/^\*?\.|^\[|\]$|\.$/g, '')
    return host === plain || (isIP(host) === 0 && host.endsWith(`.${plain}`))
  })
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  const version = isIP(address)
  if (version === 0 || isIP(host) !== version || !/^\d{1,3}$/.test(bits)) return false
  const prefix = Number(bits)
  if (prefix > (version === 6 ? 128 : 32)) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(address, prefix, family)
  return list.check(host, family)
}
