import type { HistoryCheck } from '../../../src/agents/history/history-check.ts'
import type { AcpConnection } from '../../../src/acp/acp-connection.ts'
import { CapabilityError } from '../../../src/capabilities/capability-error.ts'
import type { RecordedRequest } from '../../../src/testing/provider/script/recording.ts'
import type { ModelProvider } from '../../../src/testing/provider/server.ts'
import type { AgentProcess } from './agent-process.ts'
import type { CheckSeen, QuickJob } from './job.ts'
import { type LabSession, type LabTurn, newWord, openSession, type OpenRequest } from './lab-session.ts'

/** The first turn, which every other check builds on. */
export interface FirstTurn {
  readonly session: LabSession
  readonly word: string
  readonly turn: LabTurn
  readonly request: RecordedRequest
}

/** The tools of the checks: one agent process at a time, with several sessions. */
export interface Lab {
  readonly job: QuickJob
  /** The checks of this process. */
  readonly checks: readonly HistoryCheck[]
  readonly provider: ModelProvider
  agent: AgentProcess
  first: FirstTurn
  /** A session with one turn, to resume in a new process. */
  stored?: { session: LabSession; word: string }
  /** Sessions that several checks share, by purpose. */
  readonly shared: Map<string, LabSession>
  /** The turn of the check `edit`, which `diff` reads. */
  edited?: LabTurn
}

/** One check. A thrown error is a "no" with its message. */
export type QuickCheck = (lab: Lab) => Promise<CheckSeen>

export const yes = (seen = ''): CheckSeen => ({ result: 'yes', seen })
export const no = (seen: string): CheckSeen => ({ result: 'no', seen })
export const notApplicable = (seen: string): CheckSeen => ({ result: 'not-applicable', seen })

/** Opens a session in the current process. */
export function open(
  lab: Pick<Lab, 'agent' | 'job' | 'provider'>,
  request?: OpenRequest,
): Promise<LabSession> {
  return openSession(lab.agent.connection, lab, request)
}

/** Opens a session in a mode, if the session offers it. */
export async function openIn(
  lab: Lab,
  mode: readonly [string, ...string[]] | undefined,
  request?: OpenRequest,
): Promise<LabSession> {
  const opened = await open(lab, request)
  // An older version may know none of the names; then its default mode is tried.
  if (mode !== undefined) await opened.session.setOption('mode', mode).catch(() => {})
  return opened
}

/** The session of a purpose, opened once in each process; a new one after a turn that never ended. */
export async function sharedSession(
  lab: Lab,
  purpose: 'asking' | 'acting' | 'settings',
): Promise<LabSession> {
  const known = lab.shared.get(purpose)
  if (known !== undefined && !known.session.isBusy) return known
  const opened = await openIn(lab, purpose === 'settings' ? undefined : lab.job.settings[purpose])
  lab.shared.set(purpose, opened)
  return opened
}

/** A prompt that the model answers with a text around a new word. */
export function hello(): { prompt: string; word: string } {
  const word = newWord()
  return { prompt: `Say hello [[text: Hello ${word}, it is good to see you here.]]`, word }
}

/** The request of the turn itself, not one for a title. */
export function turnRequest(requests: readonly RecordedRequest[]): RecordedRequest | undefined {
  return requests.findLast(({ answeredBy }) => answeredBy === 'script')
}

/** Whether the handshake offers a capability. */
export function isAdvertised({ handshake }: AcpConnection, id: string): boolean {
  return handshake.profile.facts[id]?.support === 'supported'
}

/** The words of a failed turn. */
export function failureOf({ error, end }: LabTurn): string | undefined {
  if (error !== undefined) return shortly(error)
  const reason = end?.error?.message
  if (reason !== undefined) return reason
  const { stopReason = 'unknown' } = end ?? {}
  return stopReason === 'end-turn' || stopReason === 'unknown'
    ? undefined
    : `the turn ended with ${stopReason}`
}

/** The message of an error, on one line. */
export function shortly(error: unknown): string {
  if (error instanceof CapabilityError) return 'not advertised'
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(/\s+/g, ' ').trim()
}
