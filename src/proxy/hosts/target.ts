/** A place that a client wants to reach. */
export interface Target {
  /** In lower case, without brackets and without a dot at the end; addresses in their shortest form. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** The target of `host:port`, as in CONNECT; undefined if it is malformed. */
export function targetOf(authority: string, isSecure: boolean): Target | undefined {
  const [, name = '', digits] = /^(\[[0-9a-f:.%]+\]|[^:/?#@\\\s[\]]+)(?::(\d{1,5}))?$/i.exec(authority) ?? []
  const host = hostOf(name)
  const port = digits === undefined ? defaultPort(isSecure) : Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port, isSecure }
}

export function defaultPort(isSecure: boolean): number {
  return isSecure ? 443 : 80
}

/** The host in one form, so that `0x7f.1` and `LOCALHOST.` have no second spelling. */
export function hostOf(name: string): string | undefined {
  if (name === '' || /[@/?#\\]/.test(name)) return undefined
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  const url = URL.parse(`http://${written}/`)
  if (url === null || url.pathname !== '/') return undefined
  const host = url.hostname.replaceAll(/^\[|\]$|\.$/g, '')
  return /^$|^\.|\.\.|\.$/.test(host) ? undefined : host
}

/** For people: without the default port. */
export function shownTarget({ host, port, isSecure }: Target): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === defaultPort(isSecure) ? name : `${name}:${port}`
}
