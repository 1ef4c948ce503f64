import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { buildExample } from '../support/page/copilotkit-example.ts'
import { findBrowser } from '../support/page/find-browser.ts'
import { agUiAgents } from './ag-ui-agents.ts'
import { isAsked } from './asked-agents.ts'
import type { CopilotKitJob, CopilotKitOutcome } from './copilotkit-job.ts'
import { type Broken, inTwoAttempts } from './in-two-attempts.ts'
import { ensureInstalled, type NotRun, runOrSkip } from './installation.ts'
import { inOwnPlace } from './own-place.ts'
import { setupFiles } from '../../src/verify/setup/setup-files.ts'
import { startRunner } from './start-runner.ts'

/** Agents behind the page of `examples/copilotkit`, as a person uses it. */
const agents = (['opencode', 'claude'] as const).filter(isAsked)
const runner = new URL('run-copilotkit-job.ts', import.meta.url).pathname
const outcomes = new Map<string, CopilotKitOutcome | NotRun | Broken>()

beforeAll(async () => {
  const example = await buildExample()
  // One at a time: each has a browser and a server beside the agent.
  for (const agent of agents)
    outcomes.set(agent, 'notRun' in example ? example : await tried(agent, example.folder))
}, 1_800_000)

function tried(
  agent: (typeof agents)[number],
  example: string,
): Promise<CopilotKitOutcome | NotRun | Broken> {
  return inTwoAttempts(`CopilotKit with ${agent}`, async () => {
    const installation = await ensureInstalled(createClient().adapters.get(agent).definition)
    if ('notRun' in installation) return installation
    return inOwnPlace('copilotkit', async ({ home, folder, environment }) => {
      const given = setupFiles(agent, agUiAgents[agent].surroundings)
      const job: CopilotKitJob = { agent, home, folder, example, browser: findBrowser(), ...given }
      return (await startRunner(runner, job, { environment, timeout: 400_000 })) as CopilotKitOutcome
    })
  })
}

describe.each(agents)('CopilotKit with %s', { retry: 0 }, (agent) => {
  const outcomeOf = (context: Pick<TestContext, 'skip'>): CopilotKitOutcome => {
    const outcome = runOrSkip(outcomes.get(agent) ?? { broken: 'it was not tried' }, context)
    if ('broken' in outcome) throw new Error(outcome.broken)
    return outcome
  }

  it('streams a reply', (context) => {
    expect(outcomeOf(context).streamed).toBe('Hello from the model')
  })

  it('writes a file only after Allow', (context) => {
    expect(outcomeOf(context).allowed).toEqual({
      reply: 'It is made',
      isWrittenBefore: false,
      isWritten: true,
    })
  })

  it('writes nothing after Deny', (context) => {
    expect(outcomeOf(context).denied).toEqual({ isWritten: false })
  })

  it('runs a tool of the page', (context) => {
    expect(outcomeOf(context).painted).toEqual({ reply: 'It is painted', color: 'lightblue' })
  })

  it('stops a run with its command, and accepts the next message', (context) => {
    expect(outcomeOf(context).stopped).toEqual({ status: 200, leftRunning: 0, reply: 'Here I am' })
  })

  it('shows the conversation after a reload, without faults', (context) => {
    const { reloaded, faults } = outcomeOf(context)
    expect(reloaded).toEqual({
      said: ['Hello from the model', 'It is made', 'It is over', 'It is painted', 'It is done', 'Here I am'],
      firstReply: 'Hello from the model',
    })
    expect(faults).toEqual([])
  })
})
