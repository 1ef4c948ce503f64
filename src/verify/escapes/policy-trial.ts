import type { Client } from '../../run/client.ts'
import type { ModelProvider } from '../../testing/provider/server.ts'
import type { JsonRunOptions } from '../worker/job.ts'
import type { EscapeListeners } from './escape-listeners.ts'
import type { HostileSettings } from './hostile/hostile-files.ts'

/** An agent whose policies are tried. */
export interface PolicyTrial {
  readonly client: Client
  readonly provider: ModelProvider
  readonly listeners: EscapeListeners
  readonly agent: string
  /** The folder of all places. */
  readonly folder: string
  readonly temporary: string
  /** Files of the home and of each workspace, and variables, with the key of `dummyKey`. */
  readonly files: Readonly<Record<string, string>>
  readonly work: Readonly<Record<string, string>>
  readonly options: JsonRunOptions
  readonly hostile: HostileSettings
  /** Files of the home that the agent may change: sessions and logins. */
  readonly kept: readonly string[]
  readonly signal: AbortSignal
}

/** What a run of one group showed. */
export interface GroupSight {
  readonly refusal?: string
  readonly problem?: string
  /** What reached the model and the caller. */
  readonly said: string
  readonly reached: ReadonlySet<string>
  /** Whether the agent's shell ran the lines of all escapes of the group. */
  readonly isRun: boolean
}
