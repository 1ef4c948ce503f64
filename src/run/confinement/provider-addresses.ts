/** Variables with addresses of proxies, which are no providers. */
const proxyVariable = /^(?:https?|all|no|ftp)_proxy$/i

const address = /https?:\/\/[^\s"'`<>{}\\,;|()]+/g

/** Where the agent's settings and variables point it. */
export interface ProviderAddresses {
  /** Hosts to reach through the proxy, as `name` or `name:port`. */
  readonly hosts: readonly string[]
  /** Addresses on this machine, by port: the sandbox opens the same port. */
  readonly local: ReadonlyMap<number, string>
}

/** Sorts the addresses of providers into remote hosts and local ports. */
export function providerAddresses(
  urls: readonly string[],
  environment: Readonly<Record<string, string>>,
): ProviderAddresses {
  const variables = Object.entries(environment).filter(([name]) => !proxyVariable.test(name))
  const hosts = new Set<string>()
  const local = new Map<number, string>()
  for (const text of [...urls, ...variables.flatMap(([, value]) => value.match(address) ?? [])]) {
    const url = URL.parse(text)
    if (url === null || url.hostname === '') continue
    if (isLocal(url.hostname)) local.set(portOf(url), `${url.protocol}//${url.host}`)
    else hosts.add(url.host)
  }
  return { hosts: [...hosts], local }
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Whether a host name always means this machine. */
function isLocal(name: string): boolean {
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
  )
}
