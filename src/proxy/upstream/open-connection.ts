import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely, type SecureContext } from 'node:tls'
import {
  guardedLookup,
  isRefusedAddress,
  LocalAddressError,
  type ResolveName,
} from '../hosts/guarded-lookup.ts'
import type { HostRules } from '../hosts/host-rules.ts'
import type { Target } from '../hosts/target.ts'
import { type CompanyProxy, companyProxyFor, type Environment } from './company-proxy.ts'

/** What all connections to the outside share. */
export interface UpstreamContext {
  readonly environment: Environment
  /** The hosts that are allowed now. */
  readonly rules: () => HostRules
  /** Undefined if the authorities of Node suffice. */
  readonly secureContext: () => SecureContext | undefined
  readonly resolveName?: ResolveName | undefined
}

export interface ConnectionPlan {
  readonly target: Target
  /** Whether the caller of the proxy chose the target, so that it may be an address of this machine. */
  readonly isTrusted: boolean
}

type Opened = (error: Error | null, socket?: Socket) => void

const connectMs = 30_000

/** Connects to a target, through the company's proxy if there is one. Calls back once. */
export function openConnection(
  { target, isTrusted }: ConnectionPlan,
  context: UpstreamContext,
  opened: Opened,
): void {
  const company = isTrusted ? undefined : companyProxyFor(target, context.environment)
  const done = once(opened)
  if (!isTrusted && isRefusedAddress(target, context.rules())) return done(new LocalAddressError())
  if (company !== undefined) return tunnelThrough(company, { target, context, opened: done })
  const lookup = guardedLookup(target, context)
  const socket = connect({ ...target, noDelay: true, ...(isTrusted ? {} : { lookup }) })
  whenConnected(socket, 'connect', done)
}

/** Adds TLS to a connection. */
export function secure(
  socket: Socket,
  { host, context, session }: { host: string; context: UpstreamContext; session?: Buffer | undefined },
  opened: Opened,
): void {
  const secureContext = context.secureContext()
  const secured = connectSecurely({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(session === undefined ? {} : { session }),
  })
  whenConnected(secured, 'secureConnect', once(opened))
}

/** Opens a connection to the company's proxy itself. */
export function openToCompany(company: CompanyProxy, context: UpstreamContext, opened: Opened): void {
  const { host, port, isSecure } = company
  const socket = connect({ host, port, noDelay: true })
  whenConnected(socket, 'connect', (error) => {
    if (error !== null || !isSecure) return opened(error, socket)
    return secure(socket, { host, context }, opened)
  })
}

function tunnelThrough(
  company: CompanyProxy,
  { target, context, opened }: { target: Target; context: UpstreamContext; opened: Opened },
): void {
  const { host, port } = target
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  openToCompany(company, context, (error, socket) => {
    if (error !== null || socket === undefined) return opened(error)
    const { authorization } = company
    const headers = {
      host: authority,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    }
    const asked = request({
      method: 'CONNECT',
      path: authority,
      headers,
      createConnection: () => socket,
    })
    asked.setTimeout(connectMs, () => asked.destroy(new Error('The company proxy did not answer')))
    asked.once('error', opened)
    asked.once('connect', ({ statusCode }, tunnel: Socket, head: Buffer) => {
      tunnel.setTimeout(0)
      if (head.length > 0) tunnel.unshift(head)
      if (statusCode === 200) return opened(null, tunnel)
      tunnel.destroy()
      return opened(new Error(`The company proxy answered with status ${statusCode}`))
    })
    asked.once('response', (response) => {
      response.resume()
      asked.destroy(new Error(`The company proxy answered with status ${response.statusCode}`))
    })
    asked.end()
  })
}

/** The code that the system uses. */
const timedOut = 'ETIMEDOUT'

function whenConnected(socket: Socket, event: 'connect' | 'secureConnect', opened: Opened): void {
  const onTimeout = (): void => {
    socket.destroy(Object.assign(new Error('The connection timed out'), { code: timedOut }))
  }
  const onError = (error: Error): void => opened(error)
  socket.setTimeout(connectMs, onTimeout)
  socket.once('error', onError)
  socket.once(event, () => {
    socket.setTimeout(0)
    socket.off('timeout', onTimeout)
    socket.off('error', onError)
    opened(null, socket)
  })
}

function once(opened: Opened): Opened {
  let isDone = false
  return (error, socket) => {
    if (isDone) {
      socket?.destroy()
      return
    }
    isDone = true
    opened(error, socket)
  }
}
