import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { type ProviderSetupOptions, providerSetup } from '../../src/testing/provider/provider-setup.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import type { AgentOutcome } from './job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { runPlanned } from './run-planned.ts'

/** One script for all of them. What the tools must have done is in capitals only in their results. */
const prompt = [
  '[[think: I try each tool once]] [[text: Now I begin]] [[shell: echo one two | tr a-z A-Z]]',
  '[[read: README.md]] [[write: notes.txt | first]] [[edit: notes.txt | first | second]]',
  '[[shell: tr a-z A-Z < notes.txt]] [[text: It is done]]',
].join(' ')

/** A model for each tool set of an agent, and the API where it can be chosen. */
const cases: readonly { agent: string; model: string; wire?: ProviderSetupOptions['wire'] }[] = [
  { agent: 'claude', model: 'claude-sonnet-5-5' },
  { agent: 'codex', model: 'gpt-6.1-sol' },
  { agent: 'codex', model: 'gpt-5.5' },
  { agent: 'gemini', model: 'gemini-2.5-pro' },
  { agent: 'copilot', model: 'gpt-6.1-sol', wire: 'responses' },
  { agent: 'copilot', model: 'gpt-5.4', wire: 'completions' },
  { agent: 'copilot', model: 'claude-opus-5.5', wire: 'messages' },
  { agent: 'opencode', model: 'anthropic/claude-opus-4-6' },
  { agent: 'opencode', model: 'openai/gpt-6-sol' },
  { agent: 'pi', model: 'anthropic/claude-opus-4-6' },
  { agent: 'pi', model: 'openai/gpt-6.1-sol' },
  { agent: 'omp', model: 'anthropic/claude-opus-4-6' },
  { agent: 'omp', model: 'openai/gpt-5.2' },
]

const client = createClient()

describe.each(cases)('$agent with $model follows a script', ({ agent, model, wire }) => {
  const { definition } = client.adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('with its own tools', async (context) => {
    const { path } = runOrSkip(await ensureInstalled(definition), context)
    const { environment, home, work } = providerSetup(
      agent,
      providerAddress,
      wire === undefined ? {} : { wire },
    )
    const setup = {
      // Without it, Claude Code does not let root go without questions.
      environment: { ...environment, IS_SANDBOX: '1' },
      home: home ?? {},
      work: { ...work, 'README.md': 'The word is XYZZY\n' },
    }
    const plan = client.planRun({ agent, model, prompt, transport: 'cli', approvalMode: 'yolo' })
    const outcome = await runPlanned(plan, path, setup)
    expect(accountOf(outcome)).toEqual({
      exitCode: 0,
      answers: 6,
      results: { 'ONE TWO': true, XYZZY: true, SECOND: true },
    })
  })
})

function accountOf({ exitCode, requests }: AgentOutcome): unknown {
  const turn = requests.filter(({ answeredBy }) => answeredBy === 'script')
  const last = JSON.stringify(turn.at(-1)?.body)
  const results = Object.fromEntries(
    ['ONE TWO', 'XYZZY', 'SECOND'].map((word) => [word, last.includes(word)]),
  )
  return { exitCode, answers: turn.length, results }
}
