import { expect, it } from 'vitest'
import { ManualClock } from '../../../core/manual-clock.ts'
import { testAgent, testFolder, testHost } from '../../../../test/support/a2e.ts'
import { learningPlugin } from './learning-plugin.ts'

const turn = { prompt: 'p', response: 'r', model: 'm1' }

it('stores and counts feedback and experiences across a restart', async () => {
  const options = {
    root: testFolder(),
    clock: new ManualClock(5000),
    plugins: [learningPlugin({ file: 'learning.sqlite' })],
  }
  const host = await testHost(options)
  const before = await testAgent(host, ['learning'])
  expect(
    await before.ask('learn/feedback/req', {
      feedbacks: [
        { rated_turn: turn, polarity: 'positive', score: 1, feedback_id: 'one' },
        { rated_turn: turn, polarity: 'negative', score: -1, confidence: 0.5 },
      ],
    }),
  ).toEqual({ recorded: 2, new_score: 1 / 3 })
  expect(
    await before.ask('learn/feedback/req', {
      feedbacks: [
        { rated_turn: null, polarity: 'corrective', correction: 'better' },
        { rated_turn: turn, polarity: 'positive', score: 1, feedback_id: 'one' },
      ],
    }),
  ).toEqual({ recorded: 2, new_score: null })
  expect(
    await before.ask('learn/experience/req', {
      experiences: [{ action: { tool_name: 'add' }, reward: 2 }, { action: { tool_name: 'add' } }],
    }),
  ).toEqual({ stored: 2 })
  await host.close()
  const after = await testAgent(await testHost(options), ['learning'])
  const none = { positive: 0, negative: 0, neutral: 0, corrective: 0, last_at: 5 }
  const add = {
    ...none,
    component_name: 'add',
    feedback_count: 0,
    avg_score: null,
    experience_count: 2,
    avg_reward: 1,
  }
  expect(await after.ask('learn/stats/req', {})).toEqual({
    components: [
      add,
      {
        ...none,
        component_name: 'm1',
        feedback_count: 2,
        avg_score: 1 / 3,
        positive: 1,
        negative: 1,
        experience_count: 0,
        avg_reward: null,
      },
      {
        ...none,
        component_name: 'unknown',
        feedback_count: 1,
        avg_score: 0,
        corrective: 1,
        experience_count: 0,
        avg_reward: null,
      },
    ],
  })
  expect(await after.ask('learn/stats/req', { component_name: 'add' })).toEqual({ components: [add] })
})

it('does not let an agent change the feedback of another agent', async () => {
  const host = await testHost({ plugins: [learningPlugin()] })
  const [one, other] = [
    await testAgent(host, ['learning'], 'one'),
    await testAgent(host, ['learning'], 'two'),
  ]
  const feedback = { rated_turn: turn, feedback_id: 'same' }
  await one.ask('learn/feedback/req', { feedbacks: [{ ...feedback, polarity: 'positive', score: 1 }] })
  await other.ask('learn/feedback/req', { feedbacks: [{ ...feedback, polarity: 'negative', score: -1 }] })
  expect((await one.ask('learn/stats/req', {}))['components']).toMatchObject([{ positive: 1, negative: 1 }])
})

it('stores nothing beyond the limit', async () => {
  const host = await testHost({ plugins: [learningPlugin({ maxRecords: 1 })] })
  const agent = await testAgent(host, ['learning'])
  const experiences = [{ reward: 1 }, { reward: 2 }]
  expect(await agent.refusal('learn/experience/req', { experiences })).toEqual({
    code: 'out_of_memory',
    message: 'The host stores at most 1 experience records; none of these was stored',
    detail: { limit: 1 },
  })
  expect(await agent.ask('learn/stats/req', {})).toEqual({ components: [] })
})

it('refuses unsupported requests and a correction without text', async () => {
  const agent = await testAgent(await testHost({ plugins: [learningPlugin()] }), ['learning'])
  expect(await agent.refusal('learn/adapt/req', {})).toEqual({
    code: 'runtime_error',
    message: 'This host stores feedback but does not adapt to it',
    detail: {
      type: 'learn/adapt/req',
      reason: 'not_supported',
      supported: ['learn/feedback/req', 'learn/experience/req', 'learn/stats/req'],
    },
  })
  const types = ['plan', 'apply', 'rollback', 'review', 'history'] as const
  const refusals = types.map((name) => agent.refusal(`learn/refinement/${name}/req`, {}))
  expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual(types.map(() => 'runtime_error'))
  expect(
    await agent.refusal('learn/feedback/req', { feedbacks: [{ rated_turn: turn, polarity: 'corrective' }] }),
  ).toMatchObject({
    code: 'schema_violation',
    message: 'feedbacks.0.correction must not be empty when the polarity is corrective',
  })
})
