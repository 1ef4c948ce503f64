import { expect, test } from 'vitest'
import { mergedMeta } from './merged-meta.ts'

test('merges vendor data of an agent with that of a plan', () => {
  const agent = { claudeCode: { emitRawSDKMessages: [], options: { a: 1 } } }
  const plan = { claudeCode: { options: { model: 'm', a: 2 } }, other: true }
  expect(mergedMeta(agent, plan)).toEqual({
    claudeCode: { emitRawSDKMessages: [], options: { a: 2, model: 'm' } },
    other: true,
  })
  expect([
    mergedMeta(agent, undefined),
    mergedMeta(undefined, plan),
    mergedMeta(undefined, undefined),
  ]).toEqual([agent, plan, undefined])
})
