import { describe, expect, it } from 'vitest'
import { standingOf } from './conversation.ts'

describe('the position in a conversation', () => {
  it('is the newest prompt and the number of answered calls since', () => {
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
  ])('ignores additions of an agent: %s', (_, texts) => {
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

  it('removes the escapes of quotes', () => {
    expect(standingOf([{ from: 'user', texts: ['"[[tool: ping {\\"a\\":1}]]"'] }]).prompt).toBe(
      '[[tool: ping {"a":1}]]',
    )
  })

  it('uses a prompt of tags alone if there is no other', () => {
    expect(standingOf([{ from: 'user', texts: ['<task>do it</task>'] }]).prompt).toBe('<task>do it</task>')
  })

  it('has no prompt without a user message', () => {
    expect(standingOf([])).toEqual({ prompt: '', results: 0 })
  })
})
