import { describe, expect, it } from 'vitest'
import { stepsInPrompt } from './prompt-marks.ts'

describe('marks in a prompt', () => {
  it('are the steps of a script', () => {
    const prompt = `Please [[think: hm]] [[text: I look]] [[shell: ls | wc -l]] [[read: a b.txt]]
      [[write: notes.txt | one | two]] [[edit: notes.txt | one | three]] [[tool: ping {"times": 2}]] [[tool: pong]]
      [[json]] [[json: {"a":[1]}]] [[error: 429 Slow down]] [[error: 500]] [[delay: 20]] [[usage: 100 20]]
      [[hang]] [[disconnect]]`
    expect(stepsInPrompt(prompt)).toEqual([
      { step: 'thinking', text: 'hm' },
      { step: 'text', text: 'I look' },
      { step: 'tool', use: 'shell', input: { command: 'ls | wc -l' } },
      { step: 'tool', use: 'read', input: { path: 'a b.txt' } },
      { step: 'tool', use: 'write', input: { path: 'notes.txt', content: 'one | two' } },
      { step: 'tool', use: 'edit', input: { path: 'notes.txt', oldText: 'one', newText: 'three' } },
      { step: 'tool', use: 'ping', input: { times: 2 } },
      { step: 'tool', use: 'pong', input: {} },
      { step: 'json' },
      { step: 'json', value: { a: [1] } },
      { step: 'error', status: 429, message: 'Slow down' },
      { step: 'error', status: 500 },
      { step: 'delay', milliseconds: 20 },
      { step: 'usage', input: 100, output: 20 },
      { step: 'hang' },
      { step: 'disconnect' },
    ])
  })

  it('write a long text without repeating it', () => {
    const [step] = stepsInPrompt('[[long: 50000]]')
    const text = step?.step === 'text' ? step.text : ''
    expect(text).toHaveLength(50_000)
    expect(new Set(text.match(/.{50}/g)).size).toBe(1000)
  })

  it('call the tools for a plan and a subagent, if they are offered', () => {
    expect(stepsInPrompt('[[plan]] [[delegate: Count]]')).toMatchObject([
      { step: 'tool', optional: true },
      { step: 'tool', optional: true, input: { prompt: 'Count' } },
    ])
  })

  it('are only the known ones', () => {
    expect(stepsInPrompt('See [[Some Page]] and [[constructor: x]], or if [[ -f x ]]; then')).toEqual([])
  })

  it.each([
    ['[[error: soon]]', 'Invalid script for the model provider'],
    ['[[delay: a while]]', 'Invalid script for the model provider'],
    ['[[long: 0]]', 'not a length'],
    ['[[long: 9000000]]', 'not a length'],
    ['[[usage: 1]]', 'Invalid script for the model provider'],
    ['[[tool: ping {]]', 'JSON'],
    ['[[json: {]]', 'JSON'],
  ])('are rejected if invalid: %s', (prompt, message) => {
    expect(() => stepsInPrompt(prompt)).toThrow(message)
  })
})
