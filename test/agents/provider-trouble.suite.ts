import { beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/events/event.ts'
import { createClient } from '../../src/run/client.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import type { JobRunOutcome } from './client-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

const prompts = {
  /** The pause lets the first text reach the agent before the connection breaks. */
  cut: 'Say hello [[text: One two three four]] [[delay: 500]] [[disconnect: 1]] [[text: five]]',
  401: 'Say hello [[error: 401 The key is not known here]]',
  429: 'Say hello [[error: 429 There were too many requests]]',
  500: 'Say hello [[error: 500 The server is out of order]]',
} as const

interface Tried {
  agent: string
  surroundings?: AgentSetup
  /** Cases that take seconds with the agent's own retries; others take minutes. */
  tries: readonly (keyof typeof prompts)[]
  /** Where it does not say which status its provider answered a wrong key with. */
  noStatus?: 'acp'
  /** Statuses after which it retries over ACP without reporting it. */
  silentOverAcp?: readonly number[]
}

/** Every agent retries as it does by default. */
const cases: readonly Tried[] = [
  { agent: 'claude', tries: ['cut'] },
  { agent: 'codex', tries: [401, 429, 'cut'], noStatus: 'acp' },
  {
    agent: 'copilot',
    surroundings: { options: { model: 'gpt-5.4' } },
    tries: [401, 'cut'],
    silentOverAcp: [429],
  },
  { agent: 'opencode', surroundings: { options: { model: 'openai/gpt-6-sol' } }, tries: [401, 'cut'] },
  { agent: 'pi', surroundings: { options: { model: 'openai/gpt-5.2' } }, tries: [401, 500, 'cut'] },
]

const failures = {
  401: { code: 'AUTH_ERROR', retryable: false },
  429: { code: 'RATE_LIMITED', retryable: true },
  500: { code: 'PROVIDER_ERROR', retryable: true },
} as const
const transports = ['acp', 'cli'] as const
const { adapters } = createClient()

describe.each(cases)('$agent with its own retries', (tried) => {
  const { agent, surroundings = {}, tries, noStatus } = tried
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('fails the same on both transports, and gives clean answers', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const planned = transports.flatMap((transport) => tries.map((what) => ({ transport, what })))
    const { runs } = await startClientJob({
      agent,
      surroundings,
      runs: planned.map(({ transport, what }) => ({
        // The provider counts cuts by prompt.
        prompt: `By ${transport}: ${prompts[what]}`,
        transport,
        permissions: 'allow',
        env: { IS_SANDBOX: '1' },
      })),
      timeout: 300_000,
    })
    const seen = planned.map(({ transport, what }, index) => ({ transport, what, ...seenOf(runs[index]) }))
    expect(seen).toEqual(
      planned.map(({ transport, what }) => {
        if (what === 'cut') return { transport, what, text: 'One two three fourfive', retries: true }
        const status = what === 401 && noStatus === transport ? undefined : what
        return { transport, what, text: '', error: { ...failures[what], status } }
      }),
    )
  })
})

/** Agents that report their retries. Codex does not retry 429, and asks five times before it reports that it retries 500. */
const retrying = cases.filter(({ agent }) => agent !== 'codex')

describe.each(retrying)('$agent with a provider that fails once', (tried) => {
  const { agent, surroundings = {}, silentOverAcp = [] } = tried
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))

  it('reports the retry on both transports', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const planned = transports.flatMap((transport) =>
      ([429, 500] as const).map((status) => ({ transport, status, word: `${transport}-fails-${status}` })),
    )
    const { runs } = await startClientJob({
      agent,
      surroundings,
      scripts: planned.map(({ status, word }) => ({
        when: word,
        steps: [
          { step: 'error', status, message: 'Not this time', times: 1 },
          { step: 'text', text: 'Here I am' },
        ],
      })),
      runs: planned.map(({ transport, word }) => ({
        prompt: word,
        transport,
        permissions: 'allow',
        env: { IS_SANDBOX: '1' },
      })),
      timeout: 200_000,
    })
    const seen = planned.map(({ transport, status }, index) => ({
      transport,
      status,
      ...seenOf(runs[index]),
    }))
    expect(seen).toEqual(
      planned.map(({ transport, status }) => {
        const retries = !(transport === 'acp' && silentOverAcp.includes(status))
        return { transport, status, text: 'Here I am', retries }
      }),
    )
  })
})

/** A closed port of loopback. */
const nowhere = 'http://127.0.0.1:9'

describe('claude with a provider that cannot be reached', () => {
  const { definition } = adapters.get('claude')
  beforeAll(() => installFirst(definition))

  it('shows the retries while it waits', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent: 'claude',
      surroundings: {},
      runs: transports.map((transport) => ({
        prompt: 'Say hello',
        transport,
        permissions: 'allow',
        env: { IS_SANDBOX: '1', ANTHROPIC_BASE_URL: nowhere },
        timeoutMs: 10_000,
      })),
      timeout: 100_000,
    })
    expect(runs.map(({ events, error }) => ({ retries: events.some(isRetry), code: error?.code }))).toEqual(
      transports.map(() => ({ retries: true, code: 'TIMEOUT' })),
    )
  })
})

describe('copilot with a provider that cannot be reached', () => {
  const { definition } = adapters.get('copilot')
  beforeAll(() => installFirst(definition))

  it('fails on both transports', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent: 'copilot',
      surroundings: { options: { model: 'gpt-5.4' } },
      runs: transports.map((transport) => ({
        prompt: 'Say hello',
        transport,
        permissions: 'allow',
        env: { COPILOT_PROVIDER_BASE_URL: `${nowhere}/v1` },
      })),
      timeout: 200_000,
    })
    expect(runs.map(codeOf)).toEqual(transports.map(() => ['PROVIDER_ERROR', true]))
  })
})

describe('pi with a connection that always breaks', () => {
  const { definition } = adapters.get('pi')
  beforeAll(() => installFirst(definition))

  it('fails on both transports after its own retries', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const { runs } = await startClientJob({
      agent: 'pi',
      surroundings: { options: { model: 'openai/gpt-5.2' } },
      runs: transports.map((transport) => ({
        prompt: `By ${transport}: [[text: One two three four]] [[delay: 300]] [[disconnect]]`,
        transport,
        permissions: 'allow',
      })),
      timeout: 200_000,
    })
    expect(runs.map(codeOf)).toEqual(transports.map(() => ['PROVIDER_ERROR', true]))
  })
})

function codeOf({ error, events }: JobRunOutcome): unknown {
  const finish = events.find(({ type }) => type === 'finish')
  const found = finish?.type === 'finish' ? finish.error : undefined
  return [found?.code ?? error?.code, found?.retryable]
}

/** The outcome of a run; retries only if the run succeeded. */
function seenOf(run: JobRunOutcome | undefined): Record<string, unknown> {
  const events = run?.events ?? []
  const finish = events.find(({ type }) => type === 'finish')
  const error = finish?.type === 'finish' ? finish.error : undefined
  if (error === undefined) return { text: run?.result?.text, retries: events.some(isRetry) }
  const { status } = (error.data ?? {}) as { status?: number }
  return { text: said(events), error: { code: error.code, retryable: error.retryable, status } }
}

function isRetry(event: AgentEvent): boolean {
  return event.type === 'notice' && / retries(: attempt \d+|$)/.test(event.title)
}

function said(events: readonly AgentEvent[]): string {
  const words = events.map((event) =>
    event.type === 'text.delta' && event.role !== 'user' ? event.text : '',
  )
  return words.join('').trim()
}
