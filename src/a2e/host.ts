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
  /** What an agent has to show in its handshake; without one every agent is let in, and HTTP is refused. */
  token?: string
  /** How many requests of one session run at a time; 4 if not given. */
  maxParallel?: number
  /** How many more may wait, in the order they came; 1024 if not given. */
  maxQueued?: number
  /** How long a request may take that does not say so itself; 30 seconds if not given. */
  requestTimeoutMs?: number
  /** The longest a request may ask for; an hour if not given. */
  longestTimeoutMs?: number
  /** The folder the plugins work in; the current one if not given. */
  root?: string
  /** Refuses an agent that could use nothing (`no_caps`). */
  strict?: boolean
  clock?: Clock
  /** Gets lines for whoever runs the host. */
  log?: (text: string) => void
}

/** Serves agents with what its plugins can do. */
export class A2EHost {
  readonly #settings: HostSettings
  readonly #sessions = new Set<HostSession>()
  #closing: Promise<void> | undefined

  /** Use `createHost`: it loads the plugins. */
  constructor(settings: HostSettings) {
    this.#settings = settings
  }

  get root(): string {
    return this.#settings.root
  }

  /** What an agent has to show. */
  get token(): string | undefined {
    return this.#settings.token
  }

  get clock(): Clock {
    return this.#settings.clock
  }

  /** The plugins, those that are asked first in front. */
  get plugins(): readonly Plugin[] {
    return this.#settings.registry.plugins
  }

  /** How many sessions there are. */
  get sessions(): number {
    return this.#sessions.size
  }

  log(text: string): void {
    this.#settings.log(text)
  }

  /** Begins a session for a transport, which hands it what arrives. */
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

  /** What every plugin has to keep, by its name. */
  async saveState(): Promise<Record<string, unknown>> {
    const states: [string, unknown][] = []
    for (const plugin of this.plugins)
      if (plugin.saveState !== undefined) states.push([plugin.name, await plugin.saveState()])
    return Object.fromEntries(states)
  }

  /** Gives every plugin back what `saveState` got from it. */
  async restoreState(state: unknown): Promise<void> {
    if (!isRecord(state))
      throw new ValidationError('The state of a host is an object with an entry for each plugin')
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
 * Makes a host and loads its plugins.
 * @throws CapstanError `A2E_PLUGIN_CONFLICT` when plugins exclude each other; what a plugin throws while it is loaded.
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
      log(`${plugin.name} could not be unloaded: ${String(error)}`)
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
