import { CapabilityError } from '../../src/capabilities/capability-error.ts'
import type { Client } from '../../src/run/client.ts'
import type { RunOptions } from '../../src/run/options.ts'
import { type Arrival, arrivals } from './arrivals.ts'
import type { AgentOutcome } from './job.ts'
import { runPlanned } from './run-planned.ts'
import type { ThinkingCase } from './thinking-cases.ts'

/** What was promised of a run and what became of it; or that it was refused before anything started. */
export type Attempt =
  | 'refused'
  | { native: Readonly<Record<string, unknown>>; exitCode: number | null; arrived: readonly Arrival[] }

export interface AttemptOptions extends Pick<ThinkingCase, 'setup' | 'place'> {
  client: Client
  options: RunOptions
  /** The path of the agent's program. */
  program: string
}

/** Plans a run, starts it, and gives what arrived beside an account for a person to read. */
export async function attempt(asked: AttemptOptions): Promise<{ seen: Attempt; account: string }> {
  const { client, options, program, setup, place } = asked
  if (isRefused(client, options)) return { seen: 'refused', account: '' }
  const { native } = client.validateRun(options).thinking
  const outcome = await runPlanned(client.planRun(options), program, setup)
  const arrived = arrivals(outcome.requests, { prompt: options.prompt, place })
  return { seen: { native, exitCode: outcome.exitCode, arrived }, account: accountOf(outcome) }
}

/** Whether the plan is refused for what the model cannot do. */
export function isRefused(client: Client, options: RunOptions): boolean {
  try {
    client.planRun(options)
    return false
  } catch (error) {
    if (error instanceof CapabilityError) return true
    throw error
  }
}

function accountOf({ stdout, stderr, timedOut, requests }: AgentOutcome): string {
  const asked = requests.map(({ method, path }) => `${method} ${path}`)
  return [timedOut ? 'It took too long' : 'It ended', ...asked, stdout, stderr].join('\n')
}
