import { expect, it } from 'vitest'
import { TranscriptText } from './transcript-text.ts'

it('keeps every piece, including a character that is split between pieces', () => {
  const text = new TranscriptText()
  for (let count = 0; count < 1023; count += 1) text.add('a')
  text.add('\uD83D')
  text.add('\uDE00')
  expect(text.toString()).toBe(`${'a'.repeat(1023)}😀`)
  text.add('b')
  expect(text.toString()).toBe(`${'a'.repeat(1023)}😀b`)
})

it('retracts a text only from the end', () => {
  const text = new TranscriptText()
  for (const piece of ['I look. ', 'One ', 'two']) text.add(piece)
  text.retract('One two')
  expect(text.toString()).toBe('I look. ')
  text.retract('One two')
  text.retract('')
  expect(text.toString()).toBe('I look. ')
})
