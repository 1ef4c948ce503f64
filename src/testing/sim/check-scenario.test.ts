import { expect, it } from 'vitest'
import { parseScenario } from './check-scenario.ts'

it('reads a scenario', () => {
  const scenario = {
    initialize: { delay: 10 },
    prompts: [[{ step: 'text', text: 'hi' }, { step: 'hang' }], [{ step: 'stop', stopReason: 'refusal' }]],
    onCancel: [],
    answers: { 'session/close': 'unknown' },
  }
  expect(parseScenario(JSON.stringify(scenario))).toEqual(scenario)
})

it.each([
  ['{', /^The scenario is not JSON: /],
  ['[]', /^Invalid scenario: it must be an object$/],
  ['{"prompt": []}', /^Invalid scenario: prompt is an unknown field$/],
  [
    '{"prompts": [[{"step": "txet"}]]}',
    /^Invalid scenario: prompts\.0\.0\.step must be plain, text, .+ or ignore-cancel$/,
  ],
  [
    '{"prompts": [[{"step": "flood", "count": -1}]]}',
    /: prompts\.0\.0\.count must be a whole number of at least 0; prompts\.0\.0\.text is missing$/,
  ],
])('refuses %s', (source, message) => {
  expect(() => parseScenario(source)).toThrowError(message)
})
