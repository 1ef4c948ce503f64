import { resolve } from 'node:path'
import { CapstanError } from '../core/capstan-error.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { ignore } from '../core/ignore.ts'
import { isRecord } from '../core/is-record.ts'
import { ValidationError } from '../core/validation-error.ts'
import { CapabilityRegistry } from './capability-registry.ts'
import { HostSession, type SessionLink } from './host-session.ts'
import type { HostSettings } from './host-settings.ts'
import { definePlugin, type Plugin } from './plugin.ts'

export interface HostOptions {
  plugins: readonly Plugin[]
  /** The token an agent must send in its handshake. Without a token every agent is authorized, and HTTP is not available. */
  token?: string
  /** How many requests of one session run at a time; 4 if omitted. */
  maxParallel?: number
  /** How many more requests may wait, in order of arrival; 1024 if omitted. */
  maxQueued?: number
  /** Timeout of a request without its own timeout; 30 seconds if omitted. */
  requestTimeoutMs?: number
  /** The longest timeout a request may set; one hour if omitted. */
  longestTimeoutMs?: number
  /** The folder the plugins work in; the current folder if omitted. */
  root?: string
  /** Refuses an agent without any enabled capability (`no_caps`). */
  strict?: boolean
  clock?: Clock
  /** Receives log lines for the operator of the host. */
  log?: (text: string) => void
}

/** Serves agents with the capabilities of its plugins. */
export class A2EHost {
  readonly #settings: HostSettings
  readonly #sessions = new Set<HostSession>()
  #closing: Promise<void> | undefined

  /** Use `createHost`, which loads the plugins. */
  constructor(settings: HostSettings) {
    this.#settings = settings
  }

  get root(): string {
    return this.#settings.root
  }

  /** The token an agent must send. */
  get token(): string | undefined {
    return this.#settings.token
  }

  get clock(): Clock {
    return this.#settings.clock
  }

  /** The plugins, highest priority first. */
  get plugins(): readonly Plugin[] {
    return this.#settings.registry.plugins
  }

  /** The number of open sessions. */
  get sessions(): number {
    return this.#sessions.size
  }

  log(text: string): void {
    this.#settings.log(text)
  }

  /** Starts a session for a transport. The transport passes incoming messages to the session. */
  openSession(link: SessionLink): HostSession {
    if (this.#closing !== undefined) throw new CapstanError('A2E_HOST_CLOSED', 'The host is closed')
    const session: HostSession = new HostSession(this.#settings, {
      id: link.id,
      ...(link.proven === undefined ? {} : { proven: link.proven }),
      send: (line, id) => link.send(line, id),
      ended: () => {
        this.#sessions.delete(session)
        link.ended()
      },
    })
    this.#sessions.add(session)
    return session
  }

  /** The saved state of every plugin, by plugin name. */
  async saveState(): Promise<Record<string, unknown>> {
    const states: [string, unknown][] = []
    for (const plugin of this.plugins)
      if (plugin.saveState !== undefined) states.push([plugin.name, await plugin.saveState()])
    return Object.fromEntries(states)
  }

  /** Restores the state that `saveState` returned. */
  async restoreState(state: unknown): Promise<void> {
    if (!isRecord(state))
      throw new ValidationError('The state of a host must be an object with one entry per plugin')
    for (const plugin of this.plugins)
      if (Object.hasOwn(state, plugin.name)) await plugin.restoreState?.(state[plugin.name])
  }

  /** Ends all sessions and unloads the plugins. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await Promise.all(Array.from(this.#sessions, (session) => session.end()))
    await unload(this.plugins, this.#settings.log)
  }
}

/**
 * Creates a host and loads its plugins.
 * @throws CapstanError `A2E_PLUGIN_CONFLICT` when plugins exclude each other; any error a plugin throws while it loads.
 */
export async function createHost(options: HostOptions): Promise<A2EHost> {
  const settings = settingsOf(options)
  const { registry, root, clock, log } = settings
  for (const plugin of options.plugins) registry.register(definePlugin(plugin))
  const loaded: Plugin[] = []
  try {
    for (const plugin of registry.plugins) {
      await plugin.load?.({ root, clock, log })
      loaded.push(plugin)
    }
  } catch (error) {
    await unload(loaded, log)
    throw error
  }
  return new A2EHost(settings)
}

async function unload(plugins: readonly Plugin[], log: (text: string) => void): Promise<void> {
  for (const plugin of plugins.toReversed()) {
    try {
      await plugin.unload?.()
    } catch (error) {
      log(`Could not unload plugin ${plugin.name}: ${String(error)}`)
    }
  }
}

function settingsOf(options: HostOptions): HostSettings {
  const { token, root = process.cwd(), clock = systemClock, log = ignore, strict = false } = options
  if (token === '')
    throw new ValidationError('The token must not be empty', [{ path: ['token'], message: 'is empty' }])
  return {
    registry: new CapabilityRegistry(),
    token,
    root: resolve(root),
    clock,
    log,
    strict,
    maxParallel: atLeast(options.maxParallel ?? 4, 1, 'maxParallel'),
    maxQueued: atLeast(options.maxQueued ?? 1024, 0, 'maxQueued'),
    requestTimeoutMs: atLeast(options.requestTimeoutMs ?? 30_000, 1, 'requestTimeoutMs'),
    longestTimeoutMs: atLeast(options.longestTimeoutMs ?? 3_600_000, 1, 'longestTimeoutMs'),
    startedAt: clock.now(),
  }
}

function atLeast(value: number, least: number, name: string): number {
  if (Number.isInteger(value) && value >= least) return value
  const message = `must be a whole number of at least ${least}`
  throw new ValidationError(`${name} ${message}`, [{ path: [name], message }])
}
