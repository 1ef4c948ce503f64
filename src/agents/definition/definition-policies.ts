import type { Basis } from './definition-fact.ts'
import type { PlannedFile } from './planned-file.ts'

/** The permission policies that an agent can be started with; whoever answers its questions is `ask`. */
export type HeldPolicy = 'ask' | 'allow-reads' | 'allow' | 'deny'

/**
 * How an agent itself enforces a permission policy on one transport, whatever the settings of the user and of the
 * workspace allow. In arguments, variables and session metadata, `{runFolder}` stands for the folder of the run and
 * `{programFolder}` for the folder that the agent is installed in.
 */
export interface PolicyMeans {
  readonly policies: readonly HeldPolicy[]
  readonly transport: 'acp' | 'cli'
  /** On the command line: only for a run of one prompt, or only for a long-running process. Both if left out. */
  readonly form?: 'one-prompt' | 'long-running'
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Variables that hold JSON: merged over the value that the user set, and stronger than it. */
  readonly jsonEnvironment?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly files?: readonly Pick<PlannedFile, 'path' | 'content'>[]
  /** The `_meta` of the request that opens a session over ACP. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  /** The mode that is set once there is a session. */
  readonly mode?: string
  /** Variables that would defeat it; the agent does not get them. */
  readonly withheld?: readonly string[]
  /** What the agent can do all the same, as a clause: `reads files outside the workspace without asking`. */
  readonly leaves?: string
  readonly basis: Basis
  /** Why the program's help does not list one of the arguments. */
  readonly hidden?: string
  readonly note?: string
}
