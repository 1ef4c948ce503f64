import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/run/client.ts'
import type { Step } from '../../src/testing/sim/scenario.ts'
import { createLab, failureOf, type Lab, readAll } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const version1 = { words: ['--protocol', '1'] }
const spent = (amount: number, currency = 'USD'): Step => ({
  step: 'usage',
  used: 10,
  size: 100,
  cost: { amount, currency },
})

describe('cost', () => {
  it('is the last reported value, not the sum', async () => {
    const { cost } = await lab
      .sim({ prompts: [[spent(0.1), spent(0.2), spent(0.3)]] })
      .ask('sim', 'go', { ...lab.options, maxCostUsd: 0.5 })
    expect(cost).toEqual({ amount: 0.3, currency: 'USD' })
  })

  it('above the limit stops the agent at once', async () => {
    const run = lab
      .sim({ prompts: [[spent(0.4), spent(0.6), { step: 'hang' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go', maxCostUsd: 0.5 })
    expect(await failureOf(run.result())).toEqual({
      name: 'BudgetExceededError',
      code: 'BUDGET_EXCEEDED',
      message: 'The run used $0.6, more than its limit of $0.5',
      hint: 'Raise maxCostUsd to allow more.',
      commandHint: 'Raise --max-cost to allow more.',
      limitName: 'maxCostUsd',
      limit: 0.5,
      used: 0.6,
    })
    await run.cancel()
    expect([lab.sent('session/cancel').length, lab.running()]).toEqual([1, []])
    expect((await readAll(run)).at(-1)).toMatchObject({
      type: 'finish',
      stopReason: 'cancelled',
      cost: { amount: 0.6, currency: 'USD' },
      error: { code: 'BUDGET_EXCEEDED' },
    })
  })

  it('equal to the limit is allowed', async () => {
    const result = await lab
      .sim({ prompts: [[spent(0.5)]] })
      .ask('sim', 'go', { ...lab.options, maxCostUsd: 0.5 })
    expect(result.stopReason).toBe('end-turn')
  })

  it('of a run in a session excludes earlier runs', async () => {
    const client = lab.sim({ prompts: [[spent(0.25)], [spent(0.5)], [spent(1)]] })
    const session = await client.session('sim', lab.options)
    try {
      const costs = [await session.ask('a'), await session.ask('b', { maxCostUsd: 0.3 })].map(
        ({ cost }) => cost,
      )
      expect(costs).toEqual([
        { amount: 0.25, currency: 'USD' },
        { amount: 0.25, currency: 'USD' },
      ])
      expect(await failureOf(session.ask('c', { maxCostUsd: 0.3 }))).toMatchObject({ used: 0.5 })
    } finally {
      await session.close()
    }
  })

  it('excludes the cost of a resumed session', async () => {
    const client = lab.bare(`
      on.initialize = ({ id }) =>
        send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } })
      const cost = (amount) => update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency: 'USD' } })
      on['session/load'] = ({ id }) => send(cost(7), { id, result: {} })
      on['session/prompt'] = ({ id }) => send(cost(7.5), { id, result: { stopReason: 'end_turn' } })
    `)
    const { cost } = await client.ask('bare', 'go', { ...lab.options, sessionId: 's1', maxCostUsd: 1 })
    expect(cost).toEqual({ amount: 0.5, currency: 'USD' })
  })

  it('is unknown if the earlier cost of the session is unknown', async () => {
    const client = lab.bare(`
      on.initialize = ({ id }) =>
        send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } })
      on['session/load'] = ({ id }) => send({ id, result: {} })
      on['session/prompt'] = ({ id }) => send(
        update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 7.5, currency: 'USD' } }),
        { id, result: { stopReason: 'end_turn' } })
    `)
    const { cost, warnings } = await client.ask('bare', 'go', {
      ...lab.options,
      sessionId: 's1',
      maxCostUsd: 1,
    })
    expect([cost, warnings]).toEqual([
      undefined,
      ['Cost limit not enforced: bare reported no cost in dollars, and none can be computed'],
    ])
  })

  it('in another currency cannot be limited, with a warning', async () => {
    const { cost, warnings } = await lab
      .sim({ prompts: [[spent(9, 'credits')]] })
      .ask('sim', 'go', { ...lab.options, maxCostUsd: 0.5 })
    expect([cost, warnings]).toEqual([
      { amount: 9, currency: 'credits' },
      ['Cost limit not enforced: sim reported no cost in dollars, and none can be computed'],
    ])
  })
})

describe('a cost that the agent does not report', () => {
  const million: Step[] = [
    {
      step: 'usage',
      used: 1,
      size: 2,
      turn: { totalTokens: 1_100_000, inputTokens: 1_000_000, outputTokens: 100_000 },
    },
  ]
  const priced = (prompts: Step[][], price?: { input: number; output: number }): Client =>
    lab.sim(
      { prompts },
      {
        ...version1,
        usage: { acp: { tokens: 'turn' } },
        modelList: [{ id: 'sim-large', ...(price === undefined ? {} : { price }) }],
      },
    )
  const options = { model: 'sim-large' }

  it('is computed from the tokens and the price, and marked as computed', async () => {
    const client = priced([million], { input: 2, output: 10 })
    const { cost } = await client.ask('sim', 'go', { ...lab.options, ...options })
    expect(cost).toEqual({ amount: 3, currency: 'USD', source: 'computed' })
  })

  it('is limited', async () => {
    const client = priced([million], { input: 2, output: 10 })
    const asked = client.ask('sim', 'go', { ...lab.options, ...options, maxCostUsd: 2.5 })
    expect(await failureOf(asked)).toMatchObject({ limitName: 'maxCostUsd', limit: 2.5, used: 3 })
  })

  it('cannot be limited without a price: throws when strict, otherwise warns', async () => {
    const client = priced([million])
    const limited = { ...lab.options, ...options, agent: 'sim', prompt: 'go', maxCostUsd: 1 }
    expect(client.validateRun(limited).warnings).toEqual([
      'Cost limit not enforced: sim reports no cost over ACP, and the price of sim-large is unknown',
    ])
    expect(() => client.run({ ...limited, strict: true })).toThrowError(
      'Cost limit not enforced: sim reports no cost over ACP, and the price of sim-large is unknown',
    )
    expect(lab.sent()).toEqual([])
  })

  it('of a cancelled turn is unknown, not 0', async () => {
    const run = priced([[{ step: 'text', text: 'hm' }, { step: 'hang' }]], { input: 2, output: 10 }).run({
      ...lab.options,
      ...options,
      agent: 'sim',
      prompt: 'go',
    })
    for await (const event of run) if (event.type === 'text.delta') void run.cancel()
    const { tokens, cost } = await run.result()
    expect([tokens, cost]).toEqual([undefined, undefined])
  })
})

describe('tokens', () => {
  const turn = (totalTokens: number): Step[] => [
    { step: 'usage', used: 1, size: 2, turn: { totalTokens, inputTokens: totalTokens, outputTokens: 0 } },
  ]

  it('of all turns are summed and limited', async () => {
    const run = lab
      .sim({ prompts: [turn(30), turn(40)] }, version1)
      .run({ ...lab.options, agent: 'sim', prompt: 'go', maxTokens: 60 })
    run.send('on')
    expect(await failureOf(run.result())).toMatchObject({ limitName: 'maxTokens', limit: 60, used: 70 })
  })

  it('of an agent that counts the whole session are reported per turn', async () => {
    const client = lab.sim(
      { prompts: [turn(30), turn(70)] },
      { ...version1, usage: { acp: { tokens: 'process' } } },
    )
    const session = await client.session('sim', lab.options)
    const tokens = [(await session.ask('a')).tokens?.total, (await session.ask('b')).tokens?.total]
    await session.close()
    expect(tokens).toEqual([30, 40])
  })
})

it('limits the number of turns', async () => {
  const run = lab.sim().run({ ...lab.options, agent: 'sim', prompt: 'say one', maxTurns: 1 })
  run.send('say two')
  expect(await failureOf(run.result())).toMatchObject({ limitName: 'maxTurns', limit: 1, used: 1 })
  expect(lab.sent('session/prompt')).toHaveLength(1)
})

describe('a timeout', () => {
  it('applies to the whole run', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'hang' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go', timeoutMs: 300 })
    expect(await failureOf(run.result())).toMatchObject({
      code: 'TIMEOUT',
      message: 'The run timed out after 300 ms',
    })
    await run.cancel()
    expect(lab.running()).toEqual([])
  })

  it('by inactivity cancels the turn', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'text', text: 'hm' }, { step: 'hang' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go', inactivityTimeoutMs: 50 })
    expect(await failureOf(run.result())).toEqual({
      name: 'CapstanError',
      code: 'TIMEOUT',
      message: 'sim sent nothing for 50 ms',
      hint: 'Raise inactivityTimeoutMs, or set it to 0 for no limit.',
      commandHint: 'Raise --inactivity, or set it to 0 for no limit.',
    })
    await run.cancel()
    expect(lab.sent('session/cancel').map(({ params }) => params)).toEqual([{ sessionId: run.sessionId }])
    expect(lab.running()).toEqual([])
  })

  it('by inactivity does not count time of a slow reader', async () => {
    const run = lab
      .sim({ prompts: [[{ step: 'flood', count: 3000, text: 'x' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go', inactivityTimeoutMs: 500 })
    let count = 0
    for await (const event of run) {
      if (event.type === 'text.delta' && ++count === 1)
        await new Promise((resolve) => setTimeout(resolve, 800))
    }
    expect([count, (await run.result()).stopReason]).toEqual([3000, 'end-turn'])
  })

  it('by the abort signal stops the run', async () => {
    const controller = new AbortController()
    const run = lab
      .sim({ prompts: [[{ step: 'text', text: 'hm' }, { step: 'hang' }]] })
      .run({ ...lab.options, agent: 'sim', prompt: 'go', signal: controller.signal })
    for await (const event of run) if (event.type === 'text.delta') controller.abort()
    expect(await failureOf(run.result())).toEqual({
      name: 'CapstanError',
      code: 'ABORTED',
      message: 'The run was aborted by its signal',
    })
    await run.cancel()
    expect([lab.sent('session/cancel').length, lab.running()]).toEqual([1, []])
  })

  it('by an already aborted signal starts nothing', async () => {
    const failure = await failureOf(
      lab.sim().ask('sim', 'go', { ...lab.options, signal: AbortSignal.abort() }),
    )
    expect(failure).toMatchObject({ code: 'ABORTED', message: 'The run was aborted by its signal' })
    expect(lab.sent()).toEqual([])
  })

  it.each([
    ['does the handshake', { initialize: { hang: true as const } }, 'initialize'],
    ['opens a session', { sessionNew: { hang: true as const } }, 'session/new'],
    [
      'applies options',
      { answers: { 'session/set_config_option': { hang: true as const } } },
      'session/set_config_option',
    ],
  ])('by the abort signal works while the agent %s', async (_, scenario, method) => {
    const controller = new AbortController()
    const run = lab.sim(scenario).run({
      ...lab.options,
      agent: 'sim',
      prompt: 'go',
      thinkingEffort: 'high',
      signal: controller.signal,
    })
    await expect.poll(() => lab.sent(method).length).toBe(1)
    controller.abort()
    expect(await failureOf(run.result())).toMatchObject({ code: 'ABORTED' })
    await run.cancel()
    expect([lab.sent('session/prompt'), lab.running()]).toEqual([[], []])
  })
})
