import { expect, test } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { expectedEffects } from './policy-expectations.ts'

test('only reading inside the workspace happens without a question, or the run begins with a warning', () => {
  const unasked = Object.entries(expectedEffects).flatMap(([agent, cases]) =>
    Object.entries(cases).flatMap(([name, effects]) =>
      Object.entries(effects)
        .filter(([effect, outcome]) => outcome === 'done' && effect !== 'read-inside')
        .map(([effect]) => `${agent} ${name} ${effect}`),
    ),
  )
  expect(unasked).toEqual(['codex acp ask read-outside'])
  const { warnings } = createClient().validateRun({
    agent: 'codex',
    prompt: 'hi',
    transport: 'acp',
    permissions: 'ask',
    sandbox: false,
  })
  expect(warnings).toEqual([
    'The sandbox is off; only the rules of codex enforce the policy "ask"',
    'codex reads files outside the workspace without asking over ACP, so the policy "ask" cannot be enforced',
  ])
})
