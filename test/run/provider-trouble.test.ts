import { afterEach, beforeEach, expect, it } from 'vitest'
import { pi } from '../../src/agents/catalog/pi/definition.ts'
import type { AgentEvent } from '../../src/events/event.ts'
import type { Step } from '../../src/testing/sim/scenario.ts'
import { createLab, failureOf, type Lab, ofType, readAll } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const says = (text: string): Step => ({
  step: 'update',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
})
const acp = {
  silentTurnIsFailure: true,
  retryTexts: ['^Retrying \\(attempt (?<attempt>\\d+)/(?<most>\\d+)\\)$'],
  asideTexts: ['^Resuming$'],
  errorTexts: ['^Error: '],
} as const

/** What a run of these pieces of text comes to. */
async function runOf(...texts: string[]): Promise<{ events: AgentEvent[]; text?: string; error?: unknown }> {
  const client = lab.sim({ prompts: [texts.map(says)] }, { acp })
  const run = client.run({ ...lab.options, agent: 'sim', prompt: 'go' })
  const events = await readAll(run)
  try {
    return { events, text: (await run.result()).text }
  } catch {
    return { events, error: await failureOf(run.result()) }
  }
}

it('reports a retry as a notice and retracts the partial answer', async () => {
  const { events, text } = await runOf('One', ' two', 'Retrying (attempt 1/3)', 'Uno', 'Resuming')
  expect(text).toBe('Uno')
  expect(ofType(events, 'message.retracted')).toMatchObject([{ text: 'One two' }])
  expect(ofType(events, 'notice')).toMatchObject([
    { severity: 'warning', title: 'sim retries: attempt 1 of 3', description: 'Retrying (attempt 1/3)' },
  ])
})

it('fails a run with nothing but retries', async () => {
  const { error } = await runOf('Retrying (attempt 1/3)', 'Retrying (attempt 2/3)', 'Resuming')
  expect(error).toMatchObject({ code: 'AGENT_ERROR', message: 'sim ended the turn without a result' })
})

it("takes the introduction of Pi's bridge for no answer", async () => {
  const { asideTexts = [] } = pi.acp ?? {}
  const introduced = [says('pi v1.5.0\n---\n## Context\n- AGENTS.md\n')]
  const client = lab.sim({ prompts: [introduced] }, { acp: { silentTurnIsFailure: true, asideTexts } })
  expect(await failureOf(client.ask('sim', 'go', lab.options))).toMatchObject({
    code: 'AGENT_ERROR',
    message: 'sim ended the turn without a result',
  })
})

it('keeps error text out of the answer and reports its status and code', async () => {
  const { events, error } = await runOf('Error: 429 There were too many requests')
  expect(error).toEqual({
    name: 'ProviderError',
    code: 'RATE_LIMITED',
    message: 'Error: 429 There were too many requests',
    hint: 'Wait and try again, or use another model or API key.',
    status: 429,
    retryable: true,
  })
  expect(ofType(events, 'text.delta')).toEqual([])
  expect(events.at(-1)).toMatchObject({
    type: 'finish',
    error: { code: 'RATE_LIMITED', retryable: true, data: { status: 429 } },
  })
})

it('emits text that looks like an error if the agent continues', async () => {
  const { text } = await runOf('Error: 404 was what it said.', ' I fixed it.')
  expect(text).toBe('Error: 404 was what it said. I fixed it.')
})

it.each([
  ['1', 'Internal error: API Error: 529 It is overloaded', 'PROVIDER_ERROR', 529, true],
  ['2', 'Internal error: API Error: 529 It is overloaded', 'PROVIDER_ERROR', 529, true],
  ['1', 'exceeded retry limit, last status: 429 Too Many Requests', 'RATE_LIMITED', 429, true],
  ['2', 'exceeded retry limit, last status: 429 Too Many Requests', 'RATE_LIMITED', 429, true],
  ['1', 'Authentication required', 'AUTH_ERROR', undefined, false],
  ['2', 'API Error: 401 no', 'AUTH_ERROR', 401, false],
])(
  'derives the code of a failed prompt of version %s from its message: %s',
  async (protocol, message, code, status, retryable) => {
    const error = { step: 'error', code: -32_603, message } as const
    const client = lab.sim({ prompts: [[error]] }, { words: ['--protocol', protocol] })
    const failure = await failureOf(client.ask('sim', 'go', lab.options))
    expect(failure).toMatchObject({ name: 'ProviderError', code, message, retryable })
    expect((failure as { status?: number }).status).toBe(status)
  },
)
