import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import type { ModelStep } from '../../src/testing/provider/script/script.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import type { ConfinedTask } from './confined-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startConfinedJob } from './start-confined-job.ts'

const { adapters } = createClient()
const agents = (['claude', 'codex', 'gemini', 'copilot', 'opencode', 'pi', 'omp'] as const).filter((agent) =>
  isAsked(agent),
)

/** Each call of the model costs 2,100 tokens, and another one always follows. */
const steps = Array.from({ length: 12 }, (): readonly ModelStep[] => [
  { step: 'usage', input: 2000, output: 100 },
  { step: 'tool', use: 'read', input: { path: 'note.txt' }, optional: true },
]).flat()

describe.each(agents)('%s', (agent) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('stops within one model call of a limit, on both transports', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const runs = (['acp', 'cli'] as const).flatMap((transport): ConfinedTask[] => {
      const task = { prompt: 'Read the note', transport, permissions: 'allow-reads' } as const
      return [
        { ...task, maxTokens: 9000 },
        { ...task, maxTurns: 3 },
      ]
    })
    const outcomes = await startConfinedJob({
      agent,
      surroundings: agentSetups[agent],
      work: { 'note.txt': 'a note' },
      scripts: [{ when: 'Read the note', steps: [...steps, { step: 'text', text: 'Done' }] }],
      runs,
      timeout: 200_000,
    })
    const used = outcomes.map(({ error }) => /used (\d+) (tokens|turns)/.exec(error?.message ?? ''))
    // The command line of Claude ends by itself after the turns, because it has a flag for them.
    const own = agent === 'claude' ? [undefined] : ['turns']
    expect(used.map((found) => found?.[2])).toEqual(['tokens', 'turns', 'tokens', ...own])
    // A title or a summary may end meanwhile.
    const most = { tokens: 9000 + 2100 + 500, turns: 4 }
    const over = used.filter(
      (found) => Number(found?.[1] ?? 0) > most[found?.[2] === 'turns' ? 'turns' : 'tokens'],
    )
    expect(over).toEqual([])
  })
})
