import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import type { JobTask } from './client-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

const { adapters } = createClient()

/** Each prompt stands in the history of those that follow, as long as the session lasts. */
const tasks: readonly JobTask[] = [
  { prompt: 'word-1 [[text: A]]', transport: 'acp' },
  { prompt: 'word-2 [[text: B]]', transport: 'acp', resumes: true },
  { prompt: 'word-3 [[text: C]]', resumes: true },
  { prompt: 'word-4 [[text: D]]', transport: 'acp', resumes: true },
  { prompt: 'word-5 [[text: E]]', transport: 'cli', resumes: true },
  { prompt: 'word-6 [[text: F]]', transport: 'acp', resumes: true },
]

describe('gemini', () => {
  const { definition } = adapters.get('gemini')
  beforeAll(() => installFirst(definition))

  it('keeps a session that is resumed at once, again and again, by both transports', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent: 'gemini',
      surroundings: agentSetups.gemini,
      runs: tasks.map((task) => ({ ...task, permissions: 'allow' })),
      timeout: 300_000,
    })
    expect(runs.map(({ error }) => error)).toEqual(tasks.map(() => undefined))
    expect(runs.map(({ transport }) => transport)).toEqual(['acp', 'acp', 'cli', 'acp', 'cli', 'acp'])
    // A resumed session prints no earlier answer.
    expect(runs.map(({ result }) => result?.text)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
    const history = runs.map(({ requests }) => {
      const sent = JSON.stringify(requests.at(-1)?.body)
      return [1, 2, 3, 4, 5, 6].filter((number) => sent.includes(`word-${number}`))
    })
    expect(history).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]])
  })
})

const forking = [
  { agent: 'claude', transport: 'acp' },
  { agent: 'claude', transport: 'cli' },
  { agent: 'opencode', transport: 'acp' },
  { agent: 'opencode', transport: 'cli' },
  { agent: 'pi', transport: 'cli' },
] as const

describe.each(forking.filter(({ agent }) => isAsked(agent)))(
  '$agent over $transport',
  ({ agent, transport }) => {
    const { definition } = adapters.get(agent)
    beforeAll(() => installFirst(definition))

    it('reports a fork, which remembers the session and prints only its own answer', async (context) => {
      runOrSkip(await ensureInstalled(definition), context)
      const common = { transport, permissions: 'allow-reads' } as const
      const { runs } = await startClientJob({
        agent,
        surroundings: agentSetups[agent],
        runs: [
          { ...common, prompt: 'word-1 [[text: first answer]]' },
          { ...common, prompt: 'word-2 [[text: second answer]]', forks: true },
        ],
        timeout: 300_000,
      })
      const [first, fork] = runs
      expect(runs.map(({ error, refusal }) => error ?? refusal)).toEqual([undefined, undefined])
      expect(runs.map(({ result }) => result?.text)).toEqual(['first answer', 'second answer'])
      expect(fork?.result?.sessionId).not.toBe(first?.result?.sessionId)
      expect(fork?.events.map(({ type }) => type)).toContain('session.forked')
      expect(JSON.stringify(fork?.requests.map(({ body }) => body))).toContain('word-1')
    })
  },
)
