import type { Basis } from './definition-fact.ts'
import type { PlannedFile } from './planned-file.ts'

/** The permission policies of a launch; every policy that answers requests is launched as `ask`. */
export type HeldPolicy = 'ask' | 'allow-reads' | 'allow' | 'deny'

/** The variable with the path of the agent's own program, for a script in its place. */
export const ownProgram = 'CAPSTAN_AGENT_PROGRAM'

/**
 * How an agent enforces a permission policy on one transport, regardless of user and workspace settings.
 * In arguments, variables and session metadata, `{runFolder}` stands for the run's folder and
 * `{programFolder}` for the agent's installation folder.
 */
export interface PolicyMeans {
  readonly policies: readonly HeldPolicy[]
  readonly transport: 'acp' | 'cli'
  /** Command line only: for a single-prompt run or a long-running process (default: both). */
  readonly form?: 'one-prompt' | 'long-running'
  /** Only in the sandbox, where it replaces the means without this field: the agent's own sandbox does not work there. */
  readonly confined?: true
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** JSON variables, merged over the user's values. */
  readonly jsonEnvironment?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly files?: readonly Pick<PlannedFile, 'path' | 'content'>[]
  /** The script of `files` that a bridge starts as the agent; it finds the agent's own program in {@link ownProgram}. */
  readonly program?: string
  /** The `_meta` of the request that opens a session over ACP. */
  readonly sessionMeta?: Readonly<Record<string, unknown>>
  /** The session mode to set after the session opens. */
  readonly mode?: string
  /** Variables that would defeat the policy; not passed to the agent. */
  readonly withheld?: readonly string[]
  /** What the agent can still do, as a clause: `reads files outside the workspace without asking`. */
  readonly leaves?: string
  /** Settings that open a gap: a file by its path from the home or a project, a pattern for a line, and the clause. */
  readonly opened?: { readonly file: string; readonly pattern: string; readonly leaves: string }
  readonly basis: Basis
  /** Why an argument is not in the program's help. */
  readonly hidden?: string
  readonly note?: string
}

/** A file or folder in a working folder from which the agent starts programs without asking. */
export interface FolderProgram {
  readonly path: string
  /** The agent also looks in the folders above the working folder. */
  readonly parents?: true
  /** A pattern for the content of a file that starts programs (default: any content). */
  readonly pattern?: string
  /** Default: both. */
  readonly transport?: 'acp' | 'cli'
  /** Default: all but `allow`. */
  readonly policies?: readonly HeldPolicy[]
}
