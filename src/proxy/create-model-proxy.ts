import type { Server } from 'node:net'
import { onFirstUse } from '../core/on-first-use.ts'
import { ValidationError } from '../core/validation-error.ts'
import { createAuthority } from './certificates/authority.ts'
import { everywhere, HostRules } from './hosts/host-rules.ts'
import { targetOf } from './hosts/target.ts'
import { KeyRing } from './keys.ts'
import type { ModelProxy, ModelProxyOptions } from './model-proxy.ts'
import type { ProxyContext, Route, RunningExchange } from './proxy-context.ts'
import { ProxyServer } from './proxy-server.ts'
import { trustedContext } from './upstream/trusted-certificates.ts'
import { UpstreamAgent } from './upstream/upstream-agent.ts'

export function createModelProxy(options: ModelProxyOptions): ModelProxy {
  const added = new Set<readonly string[]>()
  const { hosts, password } = options
  const currentRules = (): HostRules =>
    new HostRules(hosts === everywhere ? everywhere : [...hosts, ...[...added].flat()])
  let rules = currentRules()
  let haltMessage: string | undefined
  const running = new Set<RunningExchange>()
  const upstream = {
    environment: options.environment,
    rules: () => rules,
    secureContext: onFirstUse(() => trustedContext(options.environment)),
    resolveName: options.resolveName,
  }
  const context: ProxyContext = {
    ...upstream,
    keys: new KeyRing(options.keys),
    agent: new UpstreamAgent(upstream, { keepAlive: true }),
    freshAgent: new UpstreamAgent(upstream, { keepAlive: false }),
    onCall: options.onCall,
    onBlocked: options.onBlocked,
    haltMessage: () => haltMessage,
    running,
  }
  const authority = onFirstUse(() => createAuthority())
  const intercepted = new HostRules(options.intercepted)
  const server = new ProxyServer({ context, authority, intercepted, password })
  const listeners = new Set<Server>()
  return {
    serve(listener) {
      listeners.add(listener)
      server.accept(listener, undefined)
    },
    serveUpstream(listener, address) {
      listeners.add(listener)
      server.accept(listener, upstreamRoute(address))
    },
    allow(more) {
      // A list of its own, also if the caller passes the same one twice.
      const own = [...more]
      const before = rules
      added.add(own)
      try {
        rules = currentRules()
      } catch (error) {
        added.delete(own)
        rules = before
        throw error
      }
      return () => {
        added.delete(own)
        rules = currentRules()
        server.cutRefused()
      }
    },
    get certificate() {
      return authority().certificate
    },
    halt(message) {
      haltMessage ??= message
      for (const exchange of running) exchange.halt()
      return () => {
        haltMessage = undefined
      }
    },
    async close() {
      server.close()
      context.agent.destroy()
      context.freshAgent.destroy()
      await Promise.all(Array.from(listeners, closed))
    },
  }
}

function upstreamRoute(address: string): Route {
  const url = URL.parse(address)
  const isSecure = url?.protocol === 'https:'
  const target =
    url !== null && (isSecure || url.protocol === 'http:') ? targetOf(url.host, isSecure) : undefined
  if (target !== undefined) return { target, isTrusted: true }
  const message = 'must be an http:// or https:// address'
  throw new ValidationError(`The upstream ${message}`, [{ path: ['upstream'], message }])
}

function closed(listener: Server): Promise<void> {
  return new Promise((resolve) => {
    if (listener.listening) listener.close(() => resolve())
    else resolve()
  })
}
