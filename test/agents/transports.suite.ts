import { beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import { createClient } from '../../src/run/client.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import type { JobRunOutcome } from './client-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

/**
 * One prompt by both transports. It is short: the bridge of Claude Code has a title made of a longer one, and counts what that
 * costs. What the command printed is in capitals only in its output.
 */
const prompt = 'Do it'
const script: ModelScript = {
  when: prompt,
  steps: [
    { step: 'text', text: 'I look' },
    { step: 'tool', use: 'shell', input: { command: 'echo one two | tr a-z A-Z' } },
    { step: 'usage', input: 100, output: 20 },
    { step: 'text', text: 'It is done' },
  ],
}
const { adapters } = createClient()

/** The cost in dollars: Claude Code reports it, that of Codex is computed. */
const cases = [
  { agent: 'claude', cost: 0.00094 },
  { agent: 'codex', cost: 0.00047 },
] as const

/** What is the same by every transport. */
const expected = {
  error: undefined,
  text: 'I lookIt is done',
  stopReason: 'end-turn',
  // The default tokens of the first answer, and those of the prompt for the second.
  tokens: { input: 110, output: 25, total: 135 },
  tools: [{ kind: 'execute', title: 'echo one two | tr a-z A-Z', status: 'completed' }],
  showsOutput: true,
}

describe.each(cases)('$agent', ({ agent, cost }) => {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('gives the same text, actions and counts over ACP and on its command line', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const run = { prompt, permissions: 'allow' } as const
    const { runs } = await startClientJob({
      agent,
      surroundings: agentSetups[agent],
      scripts: [script],
      runs: [
        { ...run, transport: 'acp' },
        // Without it, Claude Code does not let root go without questions on its command line.
        { ...run, transport: 'cli', env: { IS_SANDBOX: '1' } },
      ],
      timeout: 400_000,
    })
    expect(runs.map(({ transport }) => transport)).toEqual(['acp', 'cli'])
    expect(runs.map(accountOf)).toEqual([expected, expected])
    expect(runs.map(costOf)).toEqual([cost, cost])
  })
})

function accountOf({ error, result, events }: JobRunOutcome): unknown {
  const { text, stopReason, tokens: { input, output, total } = {} } = result ?? {}
  return {
    error,
    text,
    stopReason,
    tokens: { input, output, total },
    tools: toolsOf(events),
    showsOutput: JSON.stringify(events).includes('ONE TWO') || terminalText(events).includes('ONE TWO'),
  }
}

function costOf({ result }: JobRunOutcome): number | undefined {
  const amount = result?.cost?.amount
  return amount === undefined ? undefined : Number(amount.toFixed(6))
}

/** Over ACP the output of a command is that of a terminal: piece by piece, or as a whole where it ends at once. */
function terminalText(events: readonly AgentEvent[]): string {
  return events
    .flatMap((event) => {
      if (event.type === 'terminal.output') return event.bytes ?? []
      return event.type === 'terminal.updated' ? (event.output?.bytes ?? []) : []
    })
    .map((bytes) => Buffer.from(bytes, 'base64').toString('utf8'))
    .join('')
}

/** The last that was said of each call. */
function toolsOf(events: readonly AgentEvent[]): unknown[] {
  const calls = new Map<string, { kind?: unknown; title?: unknown; status?: unknown }>()
  for (const event of events) {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') continue
    const { toolCallId, kind, title, status } = event
    const before = calls.get(toolCallId) ?? {}
    calls.set(toolCallId, {
      kind: kind ?? before.kind,
      title: title ?? before.title,
      status: status ?? before.status,
    })
  }
  return [...calls.values()]
}
