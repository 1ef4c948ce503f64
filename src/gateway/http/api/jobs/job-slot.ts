import type { GatewayError } from '../../../gateway-error.ts'
import { type LineJob, lineResponse } from './line-stream.ts'

interface RunningJob {
  /** The agent that it is about. */
  readonly agent: string
  /** Aborted when the client cancels it. */
  readonly signal: AbortSignal
  readonly ended: Promise<void>
}

/** A client that cancels a job and starts another: the new request may arrive before the end of the old one. */
const cancelMs = 1000

/** A place for one job at a time. The next one waits until a canceled one has cleaned up. */
export class JobSlot {
  #current: RunningJob | undefined

  /** Runs a job and streams its lines. @throws GatewayError of `refusal` while another job runs. */
  async respond<Line>(
    agent: string,
    { work, ...job }: Omit<LineJob<Line>, 'onEnd'>,
    refusal: (running: string) => GatewayError,
  ): Promise<Response> {
    if (this.#current !== undefined) await canceled(this.#current)
    const previous = this.#current
    if (previous !== undefined && !previous.signal.aborted) throw refusal(previous.agent)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    return lineResponse<Line>({
      ...job,
      work: async (write, signal) => {
        this.#current = { agent, signal, ended }
        await previous?.ended
        await work(write, signal)
      },
      onEnd: () => {
        if (this.#current?.ended === ended) this.#current = undefined
        end()
      },
    })
  }
}

/** Resolves when a job is canceled or has ended, or after a second. */
async function canceled({ signal, ended }: RunningJob): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, cancelMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await Promise.race([promise, ended])
  clearTimeout(timer)
}
