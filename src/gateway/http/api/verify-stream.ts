import type { Client } from '../../../run/client.ts'
import type { VerifyEvent } from '../../../verify/options.ts'
import type { AgentVerification } from '../../../verify/report.ts'
import { GatewayError } from '../../gateway-error.ts'
import { type FailedLine, lineResponse } from './line-stream.ts'
import { verifyLazily } from './verify.lazy.ts'

type CheckReport = Extract<VerifyEvent, { type: 'check' }>['check']

/** A line of the response to a verification. */
export type VerifyProgress =
  | ({ type: 'started'; total: number } & Pick<AgentVerification, 'version' | 'network' | 'networkReason'>)
  | ({ type: 'check' } & Pick<CheckReport, 'name' | 'title' | 'capability' | 'result' | 'saw' | 'durationMs'>)
  | ({ type: 'done' } & Pick<AgentVerification, 'startedAt' | 'counts' | 'defects'>)
  | FailedLine

/** The agent that this process verifies: one at a time, because the checks use the whole machine. */
let current: string | undefined

/**
 * Verifies an agent and streams the progress; canceling the stream stops the verification.
 * @throws GatewayError `verify_running` while another verification runs.
 */
export function verifyResponse(
  agent: string,
  { client, closing }: { client: Client; closing: AbortSignal },
): Response {
  if (current !== undefined) {
    throw new GatewayError('verify_running', `${current} is being verified`, {
      hint: 'Wait for the verification to end.',
    })
  }
  current = agent
  return lineResponse<VerifyProgress>({
    work: async (write, signal) => {
      const { agents } = await verifyLazily({
        client,
        agents: [agent],
        signal,
        onEvent: (event) => {
          if (event.type === 'agent') {
            const { type: _, agent: __, ...about } = event
            write({ type: 'started', ...about })
          } else if (event.type === 'check') write({ type: 'check', ...shortCheck(event.check) })
        },
      })
      for (const { startedAt, counts, defects } of agents) write({ type: 'done', startedAt, counts, defects })
    },
    failure: 'The verification failed',
    onEnd: () => {
      current = undefined
    },
    closing,
  })
}

/** A check without its transcript, which may be long. */
function shortCheck(check: CheckReport): Omit<Extract<VerifyProgress, { type: 'check' }>, 'type'> {
  const { name, title, capability, result, saw, durationMs } = check
  return { name, title, ...(capability === undefined ? {} : { capability }), result, saw, durationMs }
}
