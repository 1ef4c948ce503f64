import { describe, expect, it } from 'vitest'
import { tryAgent } from '../../../test/support/contract.ts'
import type { Scenario } from '../sim/scenario.ts'
import type { CheckName } from './check-name.ts'

const refusal = { code: -32603, message: 'no' }
const oldOptions = ['model', 'effort', 'mode'].map((id) => ({
  id,
  name: id,
  category: id === 'effort' ? 'thought_level' : id,
  type: 'select',
  currentValue: 'a',
  options: ['a', 'b', 'sim-large', 'sim-small', 'low', 'medium', 'ask', 'auto'].map((value) => ({
    value,
    name: value,
  })),
}))

/** Each defect, the check that detects it, and what the check sees. */
const breakages: [CheckName, string, Scenario][] = [
  [
    'handshake',
    'agentCapabilities.loadSession is not true or false',
    { initialize: { agentCapabilities: { loadSession: 'yes' } } },
  ],
  [
    'text',
    'the turn ended with end-turn and no text',
    { prompts: [[{ step: 'end-turn-empty' }]], repeat: true },
  ],
  ['thinking', 'no thinking arrived', { prompts: [[{ step: 'text', text: 'at once' }]] }],
  [
    'tool-read',
    'a tool was called, but did not read note.txt',
    { prompts: [[{ step: 'tool', title: 'Read', kind: 'read', text: 'nothing' }]] },
  ],
  [
    'tool-allow',
    'made.txt does not exist, although a tool was called',
    { prompts: [[{ step: 'tool', title: 'Write', kind: 'edit' }]] },
  ],
  [
    'tool-deny',
    'denied.txt does not exist, and the agent did not ask: no tool was called, and the turn ended with end-turn',
    { prompts: [[{ step: 'text', text: 'done' }]] },
  ],
  [
    'edit',
    'edited.txt was not changed: no tool was called, and the turn ended with end-turn',
    { prompts: [[{ step: 'text', text: 'done' }]] },
  ],
  [
    'cancel',
    'the turn went on for 2000 ms after it was cancelled',
    { prompts: [[{ step: 'ignore-cancel' }, { step: 'text', text: 'on' }, { step: 'hang' }]] },
  ],
  [
    'cancel',
    'the cancelled turn ended with end-turn',
    {
      prompts: [
        [{ step: 'ignore-cancel' }, { step: 'text', text: 'on' }, { step: 'delay', milliseconds: 100 }],
      ],
    },
  ],
  [
    'resume',
    'tried refused session/resume: no; loading the session instead',
    { answers: { 'session/resume': { error: refusal } } },
  ],
  [
    'load',
    'METHOD_NOT_FOUND: tried refused session/load: Method not found: session/load',
    { answers: { 'session/load': 'unknown' } },
  ],
  [
    'fork',
    'AGENT_ERROR: tried refused session/fork: no',
    { answers: { 'session/fork': { error: refusal } } },
  ],
  ['list', 'an earlier session is not listed', { answers: { 'session/list': { extra: { sessions: [] } } } }],
  [
    'close',
    'AGENT_ERROR: tried refused session/close: no',
    { answers: { 'session/close': { error: refusal } } },
  ],
  [
    'delete',
    'Could not clean up after tried: tried refused session/delete: no',
    { answers: { 'session/delete': { error: refusal } } },
  ],
  [
    'image',
    'the agent advertises images but rejected one: tried refused session/prompt: no',
    { prompts: [[{ step: 'error', ...refusal }]] },
  ],
  [
    'additional-directory',
    'note.txt was not read: no tool was called, and the turn ended with end-turn',
    { prompts: [[{ step: 'text', text: 'I see nothing' }]] },
  ],
  ...(['model', 'effort', 'mode'] as const).map((name): [CheckName, string, Scenario] => [
    name,
    `${{ model: 'sim-large', effort: 'low', mode: 'auto' }[name]} was set without an error, but the current value is a`,
    { answers: { 'session/set_config_option': { extra: { configOptions: oldOptions } } } },
  ]),
  [
    'usage',
    'the cost of the session fell: 3, 1, 2',
    {
      prompts: [3, 1, 2].map((amount) => [
        { step: 'text', text: 'hello' },
        { step: 'usage', used: 1, size: 100, cost: { amount, currency: 'USD' } },
      ]),
    },
  ],
  [
    'usage',
    'the tokens add up across turns: 10, 20, 30',
    {
      prompts: [10, 20, 30].map((outputTokens) => [
        { step: 'text', text: 'hello' },
        { step: 'usage', used: 1, size: 100, turn: { totalTokens: 50, inputTokens: 5, outputTokens } },
      ]),
    },
  ],
]

/** The first turn of every contract run must pass, so that the defect shows only in its check. */
const promptsOf: Partial<Record<CheckName, string>> = {
  thinking: 'think about',
  'tool-read': 'read note',
  'tool-allow': 'write made',
  'tool-deny': 'write denied',
  edit: 'write edited',
  cancel: 'setTimeout',
  image: 'an image came',
  'additional-directory': '/note.txt',
  usage: 'say this again',
}

function onlyIn(name: CheckName): Scenario {
  const only = promptsOf[name]
  return only === undefined ? {} : { only }
}

describe('a claim of a defective agent is refuted', () => {
  it.each(breakages)('%s: %s', async (name, saw, scenario) => {
    const report = await tryAgent({
      scenario: { ...scenario, ...onlyIn(name) },
      checks: [name],
      limits: { cancelMs: 2000 },
    })
    expect(report.checks.map((check) => [check.name, check.result, check.saw])).toEqual([
      [name, 'refuted', saw],
    ])
  })

  it('only the check of the defect', { timeout: 300_000 }, async () => {
    const scenario: Scenario = { answers: { 'session/fork': { error: refusal } } }
    const report = await tryAgent({ scenario, concurrency: 2 })
    expect(report.checks.filter(({ result }) => result === 'refuted').map(({ name }) => name)).toEqual([
      'fork',
    ])
  })
})

describe('provider errors', () => {
  const names = ['auth-error', 'rate-limit', 'server-error', 'overloaded'] as const
  const prompts = Object.fromEntries(names.map((name) => [name, `bring about ${name}`]))

  it('must be reported as what they are', async () => {
    const scenario: Scenario = {
      prompts: [[{ step: 'error', code: -32603, message: '429 Too many requests' }]],
      only: 'bring about',
    }
    const { checks } = await tryAgent({ scenario, checks: names, prompts })
    const limited = 'RATE_LIMITED: 429 Too many requests'
    expect(checks.map(({ name, result, saw }) => [name, result, saw])).toEqual([
      ['auth-error', 'refuted', `reported as ${limited}`],
      ['rate-limit', 'verified', limited],
      ['server-error', 'refuted', `reported as ${limited}`],
      ['overloaded', 'verified', limited],
    ])
  })

  it.each([
    ['the turn ended with end-turn without an error', { step: 'text', text: 'API Error: 401' }],
    [
      'reported as AGENT_CRASH: tried ended with exit code 7 before it had answered',
      { step: 'crash', exitCode: 7 },
    ],
  ] as const)('refute it when %s', async (saw, step) => {
    const { checks } = await tryAgent({
      scenario: { prompts: [[step]], only: 'bring about' },
      checks: ['auth-error'],
      prompts,
    })
    expect(checks.map((check) => [check.result, check.saw])).toEqual([['refuted', saw]])
  })
})
