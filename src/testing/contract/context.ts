import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { Run } from '../../run/api/run.ts'
import type { AskOptions, Client } from '../../run/client.ts'
import type { ProbeResult } from '../../run/probe.ts'
import type { RunSession } from '../../run/session.ts'
import type { RecordedRequest } from '../provider/script/recording.ts'
import type { MarkedProcess } from './marked-processes.ts'
import type { Turn } from './turn.ts'

/** Time limits in milliseconds. */
export interface ContractLimits {
  /** One check (default: 180,000). */
  checkMs?: number
  /** From the cancel to the end of the turn (default: 10,000). */
  cancelMs?: number
  /** Pause between closing a session and resuming it (default: 0). */
  pauseMs?: number
}

/** The value each check sets (default: any value other than the current one). */
export type ContractSettings = Partial<Record<'model' | 'effort' | 'mode', string>>

/** The tools of a check. */
export interface CheckContext {
  readonly client: Client
  readonly agent: string
  /** The workspace of this check, initially empty. */
  readonly folder: string
  /** A folder outside of the workspace. */
  readonly directory: string
  /** The mark of this check's requests and processes. */
  readonly mark: string
  /** A unique word to search for in events, files and requests. */
  readonly word: string
  /** The prompt of the first turn. */
  readonly prompt: string
  /** The prompt of a later turn, counted from 0. */
  readonly promptOf: (turn: number) => string
  /** The value to set, if the caller gave one. */
  readonly setting?: string
  /** Whether the prompt is known to trigger the checked behavior; if so, a missing effect refutes the claim. */
  readonly isSure: boolean
  /** The handshake from before the checks. */
  readonly handshake: ProbeResult
  readonly cancelMs: number
  readonly pauseMs: number
  readonly signal: AbortSignal
  /** The options of every run of this check. */
  readonly options: AskOptions
  readonly run: (options?: AskOptions, prompt?: string) => Run
  /** Sends the prompt in a new run and waits until the agent has ended. */
  readonly turn: (options?: AskOptions, prompt?: string) => Promise<Turn>
  readonly session: (options?: AskOptions) => Promise<RunSession>
  /** Starts the agent without a session. */
  readonly connect: () => Promise<AcpConnection>
  /** The requests of this check at the model provider; undefined without one. */
  readonly requests: () => readonly RecordedRequest[] | undefined
  /** Whether a text has reached the model; undefined if unknown. */
  readonly reached: (text: string) => boolean | undefined
  /** Processes of this check that still run; undefined on systems that do not list them. */
  readonly processes: () => Promise<MarkedProcess[] | undefined>
}
