import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { providerSetup } from '../../src/testing/provider/provider-setup.ts'
import type { FallbackJob, FallbackOutcome } from './fallback-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-fallback-job.ts')
const { adapters } = createClient()
const agents = ['codex', 'claude'] as const

beforeAll(async () => {
  for (const agent of agents) await installFirst(adapters.get(agent).definition)
})

async function runWithFallback(prompts: readonly string[]): Promise<FallbackOutcome[]> {
  const [codex, claude] = agents.map((agent) => providerSetup(agent, providerAddress))
  return inOwnPlace('fallback', ({ home, folder, environment }) => {
    const job: FallbackJob = {
      home,
      folder,
      files: { ...codex?.home, ...claude?.home },
      env: { ...codex?.environment, ...claude?.environment, IS_SANDBOX: '1' },
      agents,
      prompts,
    }
    return startRunner(runner, job, { environment, timeout: 240_000 }) as Promise<FallbackOutcome[]>
  })
}

it('lets claude answer when the provider refuses codex, and does not ask codex again', async (context) => {
  for (const agent of agents) runOrSkip(await ensureInstalled(adapters.get(agent).definition), context)
  const prompts = ['Say one, refused at once [[text: one]]', 'Say two, refused at once [[text: two]]']
  expect(await runWithFallback(prompts)).toEqual([
    { text: 'one', agents: ['claude: rate-limit'], hasTime: true, log: '' },
    { text: 'two', agents: ['claude: cool-down'], hasTime: true, log: '' },
  ])
})

it('does not let claude repeat a command that codex has run', async (context) => {
  for (const agent of agents) runOrSkip(await ensureInstalled(adapters.get(agent).definition), context)
  expect(await runWithFallback(['Append, refused later [[text: never]]'])).toEqual([
    { error: 'RATE_LIMITED', agents: [], hasTime: false, log: 'once\n' },
  ])
})
