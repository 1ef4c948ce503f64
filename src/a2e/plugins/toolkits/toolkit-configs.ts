import type { PluginSession } from '../../plugin.ts'
import type { Toolkit, ToolkitConfig } from './toolkit.ts'

/** The toolkit configurations of each session. A session can access only its own. */
export class ToolkitConfigs {
  readonly #bySession = new Map<string, Map<string, ToolkitConfig>>()

  set(session: PluginSession, toolkit: string, config: ToolkitConfig): void {
    const configs = this.#bySession.get(session.id) ?? new Map<string, ToolkitConfig>()
    configs.set(toolkit, config)
    this.#bySession.set(session.id, configs)
  }

  get(session: PluginSession, toolkit: string): ToolkitConfig | undefined {
    return this.#bySession.get(session.id)?.get(toolkit)
  }

  /** Whether the session can call the toolkit's tools: it is configured, or needs no configuration. */
  isReady(session: PluginSession, { name, schema }: Toolkit): boolean {
    return schema === undefined || this.get(session, name) !== undefined
  }

  /** A configuration may hold secrets, so it is deleted with its session. */
  forget(session: PluginSession): void {
    this.#bySession.delete(session.id)
  }
}
