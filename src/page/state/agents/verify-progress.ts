import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { VerifyProgress } from '../../../gateway/http/api/jobs/verify-stream.ts'

/** The state of a verification on the page. */
export interface VerifyState {
  readonly status: 'running' | 'done' | 'failed'
  readonly text: string
  readonly done: number
  readonly total: number
  /** Advertised capabilities that do not work. */
  readonly defects: readonly string[]
}

export const verifyStarted: VerifyState = {
  status: 'running',
  text: 'Starting the checks',
  done: 0,
  total: 0,
  defects: [],
}

/** The state after a line of the gateway's answer. */
export function withResult(state: VerifyState, line: VerifyProgress): VerifyState {
  switch (line.type) {
    case 'started':
      return { ...state, total: line.total, text: `${line.total} checks` }
    case 'check': {
      const done = state.done + 1
      return { ...state, done, text: `${done} of ${state.total}: ${line.name} ${words[line.result]}` }
    }
    case 'done': {
      const { counts, defects } = line
      const counted = Object.entries(counts).filter(([, count]) => count > 0)
      const text = counted
        .map(([result, count]) => `${count} ${words[result as keyof typeof words]}`)
        .join(', ')
      return { ...state, status: 'done', text, defects }
    }
    case 'failed':
      return { ...state, status: 'failed', text: [line.message, line.hint].filter(Boolean).join('. ') }
  }
}

const words = {
  verified: 'verified',
  refuted: 'refuted',
  'not-applicable': 'not applicable',
  'not-tried': 'could not try',
} as const

/** The day of the newest result of a verification of the installed version. */
export function verifiedOn(profile: CapabilityProfile | undefined): string | undefined {
  const days = Object.values(profile?.facts ?? {}).flatMap(({ evidence }) =>
    evidence.flatMap(({ origin, at, scope }) =>
      origin?.startsWith('capstan verify') && scope?.agentVersions === undefined
        ? [at?.slice(0, 10) ?? '']
        : [],
    ),
  )
  return days.toSorted().at(-1)
}
