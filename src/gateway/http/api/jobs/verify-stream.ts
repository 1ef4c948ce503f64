import type { Client } from '../../../../run/client.ts'
import type { VerifyEvent } from '../../../../verify/options.ts'
import type { AgentVerification } from '../../../../verify/report.ts'
import { GatewayError } from '../../../gateway-error.ts'
import { JobSlot } from './job-slot.ts'
import type { FailedLine } from './line-stream.ts'
import { verifyLazily } from './verify.lazy.ts'

type CheckReport = Extract<VerifyEvent, { type: 'check' }>['check']

/** A line of the response to a verification. */
export type VerifyProgress =
  | ({ type: 'started'; total: number } & Pick<AgentVerification, 'version' | 'network' | 'networkReason'>)
  | ({ type: 'check' } & Pick<CheckReport, 'name' | 'title' | 'capability' | 'result' | 'saw' | 'durationMs'>)
  | ({ type: 'done' } & Pick<AgentVerification, 'startedAt' | 'counts' | 'defects'>)
  | FailedLine

/** One verification at a time, because the checks use the whole machine. */
const slot = new JobSlot()

/**
 * Verifies an agent and streams the progress; canceling the stream stops the verification.
 * @throws GatewayError `verify_running` while another verification runs.
 */
export function verifyResponse(
  agent: string,
  { client, closing }: { client: Client; closing: AbortSignal },
): Promise<Response> {
  const work = async (write: (line: VerifyProgress) => void, signal: AbortSignal): Promise<void> => {
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
  }
  return slot.respond(agent, { work, failure: 'The verification failed', closing }, (running) => {
    const hint = 'Wait for the verification to end.'
    return new GatewayError('verify_running', `${running} is being verified`, { hint })
  })
}

/** A check without its transcript, which may be long. */
function shortCheck(check: CheckReport): Omit<Extract<VerifyProgress, { type: 'check' }>, 'type'> {
  const { name, title, capability, result, saw, durationMs } = check
  return { name, title, ...(capability === undefined ? {} : { capability }), result, saw, durationMs }
}
