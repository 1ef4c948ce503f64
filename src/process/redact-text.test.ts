import { expect, it } from 'vitest'
import { TextRedactor } from './redact-text.ts'

function inPieces(secrets: string[], pieces: readonly string[]): string {
  const redactor = new TextRedactor(secrets)
  return pieces.map((piece) => redactor.add(piece)).join('') + redactor.rest()
}

it.each<[string[], string[], string]>([
  [['sk-12345678'], ['key sk-12345678 and sk-12345678'], 'key [redacted] and [redacted]'],
  [['sk-12345678'], ['key sk-', '1234', '5678 was refused'], 'key [redacted] was refused'],
  [['sk-12345678'], ['key s', 'illy'], 'key silly'],
  [['sk-12345678'], ['ends in sk-'], 'ends in sk-'],
  [['sk-12345678'], ['ends in sk-123456'], 'ends in [redacted]'],
  [['12345678', '1234567890'], ['1234567890'], '[redacted]'],
  [['first-line\nsecond-line'], ['only second-line'], 'only [redacted]'],
  [['1234567'], ['port 1234567'], 'port 1234567'],
  [[], ['any', 'thing'], 'anything'],
])('redacts %j in %j', (secrets, pieces, clean) => {
  expect(inPieces(secrets, pieces)).toBe(clean)
})

it('redacts a secret wherever the stream splits it', () => {
  const text = 'before secret-secret-x after'
  for (let cut = 0; cut <= text.length; cut += 1)
    expect(inPieces(['secret-secret-x'], [text.slice(0, cut), text.slice(cut)])).toBe(
      'before [redacted] after',
    )
})

it.each([
  ['… refused sk-12345…', '… refused [redacted]…'],
  ['…k-12345678 was refused', '…[redacted] was refused'],
  ['…k-12345678…', '…[redacted]…'],
  ['… sk-…', '… sk-…'],
])('redacts a secret in %j that the excerpt cut', (excerpt, clean) => {
  expect(new TextRedactor(['sk-12345678']).redact(excerpt)).toBe(clean)
})
