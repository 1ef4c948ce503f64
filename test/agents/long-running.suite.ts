import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { providerSetup } from '../../src/testing/provider/provider-setup.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import type { LiveJob, LiveOutcome } from './long-running-job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-long-running-job.ts')
const { adapters } = createClient()

interface LiveCase extends Pick<LiveJob, 'agent' | 'models'> {
  /** What it says when it was steered; one model goes by its newest prompt, another by the first. */
  steered: string
  arrivals: [LiveOutcome['first']['arrived'], LiveOutcome['second']['arrived']]
}

const cases: readonly LiveCase[] = [
  {
    agent: 'claude',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5'],
    steered: 'over',
    arrivals: [
      { model: 'claude-sonnet-5-5', effort: 'medium' },
      { model: 'claude-opus-5-5', effort: 'high' },
    ],
  },
  {
    agent: 'codex',
    models: ['gpt-5.5', 'gpt-6.1-sol'],
    steered: 'All is well.',
    arrivals: [
      { model: 'gpt-5.5', effort: 'medium' },
      { model: 'gpt-6.1-sol', effort: 'high' },
    ],
  },
  {
    agent: 'pi',
    models: ['anthropic/claude-opus-4-6', 'openai/gpt-5.2'],
    steered: 'All is well.',
    arrivals: [
      { model: 'claude-opus-4-6', effort: 'medium' },
      { model: 'gpt-5.2', effort: 'high' },
    ],
  },
]

describe.each(cases)(
  '$agent as a long-running process on its command line',
  ({ agent, models, steered, arrivals }) => {
    const { definition } = adapters.get(agent)
    beforeAll(() => installFirst(definition))

    it('asks, is steered, is cancelled, continues, and changes its settings', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const ended = { text: 'over', stopReason: 'end-turn' }
      expect(await runLive({ agent, models })).toEqual({
        allowed: { ...ended, asked: ['allow'], isWritten: true },
        denied: { ...ended, asked: ['deny'], isWritten: false },
        steered: { text: steered, stopReason: 'end-turn', asked: ['allow'], hasArrived: true },
        first: { text: 'one', stopReason: 'end-turn', asked: [], arrived: arrivals[0] },
        cancelled: { text: '', stopReason: 'cancelled', asked: ['allow'] },
        second: { text: 'two', stopReason: 'end-turn', asked: [], arrived: arrivals[1] },
        isOneSession: true,
      })
    })
  },
)

async function runLive(asked: Pick<LiveJob, 'agent' | 'models'>): Promise<LiveOutcome> {
  return await inOwnPlace('long-running', async ({ home, folder, environment }) => {
    const { home: files = {}, environment: env = {} } = providerSetup(asked.agent, providerAddress)
    const job: LiveJob = { ...asked, home, folder, files, env }
    return (await startRunner(runner, job, { environment, timeout: 400_000 })) as LiveOutcome
  })
}
