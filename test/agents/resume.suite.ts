import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSurroundings } from './agent-surroundings.ts'
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
      surroundings: agentSurroundings.gemini,
      runs: tasks.map((task) => ({ ...task, permissions: 'allow' })),
      timeout: 300_000,
    })
    expect(runs.map(({ error }) => error)).toEqual(tasks.map(() => undefined))
    expect(runs.map(({ transport }) => transport)).toEqual(['acp', 'acp', 'cli', 'acp', 'cli', 'acp'])
    const history = runs.map(({ requests }) => {
      const sent = JSON.stringify(requests.at(-1)?.body)
      return [1, 2, 3, 4, 5, 6].filter((number) => sent.includes(`word-${number}`))
    })
    expect(history).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]])
  })
})
