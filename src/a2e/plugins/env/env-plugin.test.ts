import { expect, it } from 'vitest'
import { testAgent, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { envPlugin, type EnvPluginOptions } from './env-plugin.ts'
import { defineEnvironment } from './environment.ts'

/** Counts up to a limit. */
const counter = defineEnvironment<{ count: number; limit: number }>({
  name: 'counter',
  actionSpace: {
    type: 'object',
    properties: { type: { enum: ['inc', 'dec'] } },
    required: ['type'],
  },
  stateSchema: { type: 'object', properties: { count: { type: 'integer' } } },
  reset: ({ seed, options }) => ({ count: seed, limit: Number(options['limit'] ?? 2) }),
  step: (state, { type }) => {
    const count = state.count + (type === 'inc' ? 1 : -1)
    return { state: { ...state, count }, reward: count, done: count >= state.limit, info: { by: type } }
  },
  render: { text: ({ count }) => `count ${count}` },
})

async function agentWith(options: EnvPluginOptions = { environments: [counter] }): Promise<A2EAgent> {
  return testAgent(await testHost({ plugins: [envPlugin(options)] }), ['env'])
}

async function begin(agent: A2EAgent, fields: Record<string, unknown> = {}): Promise<string> {
  const { obs } = await agent.ask('env/reset/req', { env_name: 'counter', ...fields })
  return (obs as { episode_id: string }).episode_id
}

const anyId = expect.stringMatching(/^episode_/)
const anyTime = expect.any(Number)

it('runs an episode from its reset to its end', async () => {
  const agent = await agentWith()
  expect(await agent.ask('env/reset/req', { env_name: 'counter', seed: null, options: {} })).toEqual({
    obs: {
      episode_id: anyId,
      step_num: 0,
      state: { count: 0, limit: 2 },
      done: false,
      truncated: false,
      reward: 0,
      created_at: anyTime,
      metadata: {},
    },
  })
  const episode_id = await begin(agent)
  const step = (): Promise<Record<string, unknown>> =>
    agent.ask('env/step/req', { episode_id, action: { type: 'inc' } })
  expect(await step()).toMatchObject({ obs: { step_num: 1, state: { count: 1 }, done: false, reward: 1 } })
  const last = {
    obs: {
      episode_id,
      step_num: 2,
      state: { count: 2, limit: 2 },
      done: true,
      truncated: false,
      reward: 2,
      created_at: anyTime,
      metadata: { by: 'inc' },
    },
  }
  expect(await step()).toEqual(last)
  expect(await agent.ask('env/observe/req', { episode_id })).toEqual(last)
  expect(await agent.refusal('env/step/req', { episode_id, action: { type: 'inc' } })).toEqual({
    code: 'runtime_error',
    message: 'The episode is over',
    detail: { episode_id, step_num: 2 },
  })
  expect(await agent.ask('env/close/req', { episode_id })).toEqual({ closed: true })
  expect(await agent.refusal('env/observe/req', { episode_id })).toEqual({
    code: 'runtime_error',
    message: `There is no episode ${episode_id}`,
    detail: { episode_id },
  })
})

it('lists recorded steps up to a limit', async () => {
  const agent = await agentWith()
  const [one, other] = [await begin(agent, { seed: -5 }), await begin(agent, { seed: 0 })]
  for (const episode_id of [one, one, other])
    await agent.ask('env/step/req', { episode_id, action: { type: 'inc' } })
  const transition = (step_num: number, from: number): unknown => ({
    step_num,
    state: { count: from, limit: 2 },
    action: { type: 'inc' },
    reward: from + 1,
    next_state: { count: from + 1, limit: 2 },
    done: false,
    truncated: false,
  })
  const first = { episode_id: one, env_name: 'counter', seed: -5 }
  const second = { episode_id: other, env_name: 'counter', seed: 0, transitions: [transition(1, 0)] }
  expect(await agent.ask('env/exp/list/req', {})).toEqual({
    episodes: [{ ...first, transitions: [transition(1, -5), transition(2, -4)] }, second],
  })
  expect(await agent.ask('env/exp/list/req', { limit: 1 })).toEqual({
    episodes: [{ ...first, transitions: [transition(1, -5)] }],
  })
  expect(await agent.ask('env/exp/list/req', { episode_id: other })).toEqual({ episodes: [second] })
})

it('steps all episodes of a batch or none', async () => {
  const agent = await agentWith()
  const episode_ids = [await begin(agent), await begin(agent, { seed: -1 })]
  expect(
    await agent.ask('env/batch_step/req', { episode_ids, actions: [{ type: 'inc' }, { type: 'dec' }] }),
  ).toMatchObject({ results: [{ obs: { state: { count: 1 } } }, { obs: { state: { count: -2 } } }] })
  expect(
    await agent.refusal('env/batch_step/req', { episode_ids, actions: [{ type: 'inc' }, { type: 'no' }] }),
  ).toMatchObject({ code: 'unknown_action' })
  expect(await agent.ask('env/observe/req', { episode_id: episode_ids[0] ?? '' })).toMatchObject({
    obs: { state: { count: 1 } },
  })
  expect(await agent.refusal('env/batch_step/req', { episode_ids, actions: [] })).toEqual({
    code: 'schema_violation',
    message: 'A batch needs exactly one action per episode',
    detail: { episode_ids: 2, actions: 0 },
  })
})

it('returns the spaces of an environment and renders its modes', async () => {
  const agent = await agentWith()
  const episode_id = await begin(agent)
  expect(await agent.ask('env/space/req', { env_name: 'counter' })).toEqual({
    action_space: {
      type: 'object',
      properties: { type: { enum: ['inc', 'dec'] } },
      required: ['type'],
    },
    state_schema: { type: 'object', properties: { count: { type: 'integer' } } },
  })
  expect(await agent.ask('env/render/req', { episode_id, mode: 'text' })).toEqual({ render: 'count 0' })
  expect(await agent.refusal('env/render/req', { episode_id })).toEqual({
    code: 'runtime_error',
    message: 'counter cannot be rendered as screenshot',
    detail: { mode: 'screenshot', modes: ['text'] },
  })
})

it('refuses an unknown environment, an invalid action and too many episodes', async () => {
  const agent = await agentWith({ environments: [counter], maxEpisodes: 1 })
  expect(await agent.refusal('env/reset/req', { env_name: 'chess' })).toEqual({
    code: 'reset_denied',
    message: 'There is no environment chess',
    detail: { env_name: 'chess', environments: ['counter'] },
  })
  const episode_id = await begin(agent)
  expect(await agent.refusal('env/step/req', { episode_id, action: {} })).toMatchObject({
    code: 'unknown_action',
    detail: { issues: [{ path: ['type'], message: 'is missing' }] },
  })
  expect(await agent.refusal('env/reset/req', { env_name: 'counter' })).toEqual({
    code: 'reset_denied',
    message: 'The session already has 1 open episodes',
    detail: { limit: 1 },
  })
})

it('limits an episode to its session', async () => {
  const host = await testHost({ plugins: [envPlugin({ environments: [counter], maxEpisodes: 1 })] })
  const [one, other] = [await testAgent(host, ['env']), await testAgent(host, ['env'])]
  const episode_id = await begin(one)
  expect(await other.refusal('env/observe/req', { episode_id })).toMatchObject({ code: 'runtime_error' })
  await begin(other)
})
