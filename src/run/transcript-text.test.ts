import { expect, it } from 'vitest'
import { TranscriptText } from './transcript-text.ts'

it('keeps every piece, also a character that is cut in two where pieces are joined', () => {
  const text = new TranscriptText()
  for (let count = 0; count < 1023; count += 1) text.add('a')
  text.add('\uD83D')
  text.add('\uDE00')
  expect(text.toString()).toBe(`${'a'.repeat(1023)}😀`)
  text.add('b')
  expect(text.toString()).toBe(`${'a'.repeat(1023)}😀b`)
  expect(text.last).toBe('b')
})

it('is blank when nothing, or nothing but blanks and line breaks, came', () => {
  const text = new TranscriptText()
  text.add('')
  text.add(' \n')
  expect(text.isBlank).toBe(true)
  text.add('a')
  expect(text.isBlank).toBe(false)
  text.clear()
  expect([text.isBlank, text.toString(), text.last]).toEqual([true, '', ''])
})
