import type { Server } from 'node:net'
import type { everywhere } from './hosts/host-rules.ts'
import type { ResolveName } from './hosts/guarded-lookup.ts'
import type { ProxyKey } from './keys.ts'
import type { ModelCall } from './model-call.ts'
import type { BlockedRequest } from './proxy-context.ts'
import type { Environment } from './upstream/company-proxy.ts'

export interface ModelProxyOptions {
  /**
   * Hosts that clients may reach: `name`, `*.name` (not `name` itself), an IP address, each with a port or without, or `*`
   * for all. Addresses of this machine must be listed themselves, or as `localhost`. Or `everywhere`.
   */
  readonly hosts: readonly string[] | typeof everywhere
  /** Hosts (same forms) whose HTTPS the proxy terminates, to count calls. Hosts of keys are always terminated. */
  readonly intercepted: readonly string[]
  /** Keys that clients know only by a placeholder. */
  readonly keys: readonly ProxyKey[]
  /** Called for each model call when it begins, when its usage grows, and when it ends. */
  readonly onCall: (call: ModelCall) => void
  /** Called once for each refused connection or request. */
  readonly onBlocked: (blocked: BlockedRequest) => void
  /** The company's proxy (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) and certificates (`NODE_EXTRA_CA_CERTS`,
   * `SSL_CERT_FILE`, `SSL_CERT_DIR`). */
  readonly environment: Environment
  /** Resolves names (default: the system). */
  readonly resolveName?: ResolveName
  /** What clients must send, as the user `capstan`, where any program of the machine can connect. */
  readonly password?: string
}

/** A proxy between agents and the internet, which counts the calls of models. */
export interface ModelProxy {
  /** Serves HTTP proxy requests on a listening socket. */
  serve(listener: Server): void
  /** Sends the requests of a listening socket to the origin of `upstream` (`http://127.0.0.1:11434`); paths stay as they are. */
  serveUpstream(listener: Server, upstream: string): void
  /** Allows more hosts; returns a function that removes them and cuts the tunnels and requests to them. */
  allow(hosts: readonly string[]): () => void
  /** The certificate that clients must trust, in PEM form. Made when first read. */
  readonly certificate: string
  /**
   * Refuses all further model calls with an error that agents do not retry, and cuts the running ones. Returns a function
   * that allows calls again.
   */
  halt(message: string): () => void
  /** Ends all connections. The listening sockets are closed as well. */
  close(): Promise<void>
}
