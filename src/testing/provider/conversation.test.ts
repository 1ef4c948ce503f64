import { describe, expect, it } from 'vitest'
import { standingOf } from './conversation.ts'

describe('where a conversation stands', () => {
  it('is at the newest prompt, with the calls answered since', () => {
    expect(
      standingOf([
        { from: 'user', texts: ['first'] },
        { from: 'tool', call: 'a' },
        { from: 'user', texts: ['second'] },
        { from: 'tool', call: 'b' },
        { from: 'tool', call: 'c' },
        { from: 'tool', call: 'c' },
      ]),
    ).toEqual({ prompt: 'second', results: 2 })
  })

  it.each([
    ['blocks of reminders', ['<system-reminder>\nBe brief\n</system-reminder>\n', 'do it']],
    ['a date in front', ['<current_datetime>2026-11-15</current_datetime>\n\ndo it']],
    ['surroundings behind', ['do it\n<context kind="x">here</context>\n']],
    ['a fence', ['<<<BEGIN_INTERNAL_CONTEXT>>>\nnone\n<<<END_INTERNAL_CONTEXT>>>\n', 'do it']],
    ['quotes around it', ['"do it"']],
  ])('does not count what an agent adds: %s', (_, texts) => {
    expect(standingOf([{ from: 'user', texts }])).toEqual({ prompt: 'do it', results: 0 })
  })

  it('does not take a reminder after a result for a new prompt', () => {
    expect(
      standingOf([
        { from: 'user', texts: ['say <b>it</b> twice'] },
        { from: 'tool', call: 'a' },
        { from: 'user', texts: ['<system-reminder>Go on</system-reminder>'] },
      ]),
    ).toEqual({ prompt: 'say <b>it</b> twice', results: 1 })
  })

  it('keeps tags that the user wrote', () => {
    const prompt = 'make it <b>bold</b>'
    expect(standingOf([{ from: 'user', texts: [prompt] }]).prompt).toBe(prompt)
  })

  it('takes back the escapes of quotes', () => {
    expect(standingOf([{ from: 'user', texts: ['"[[tool: ping {\\"a\\":1}]]"'] }]).prompt).toBe(
      '[[tool: ping {"a":1}]]',
    )
  })

  it('takes a prompt that is all tags when there is no other', () => {
    expect(standingOf([{ from: 'user', texts: ['<task>do it</task>'] }]).prompt).toBe('<task>do it</task>')
  })

  it('has no prompt without a user message', () => {
    expect(standingOf([])).toEqual({ prompt: '', results: 0 })
  })
})
