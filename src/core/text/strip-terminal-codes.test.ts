import { describe, expect, it } from 'vitest'
import { stripTerminalCodes, TerminalCodeStripper } from './strip-terminal-codes.ts'

describe('stripTerminalCodes', () => {
  it.each([
    ['colors', '\u001B[1;31merror\u001B[0m: no', 'error: no'],
    ['cursor moves and private modes', '\u001B[2K\u001B[?25l\u001B[1Gx\u001B[?25h', 'x'],
    ['a title ended by a bell', '\u001B]0;title\u0007text', 'text'],
    ['a link ended by its mark', '\u001B]8;;https://a.example\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['a string without an end, up to the line end', '\u001B]0;title\nnext', '\nnext'],
    ['a device string', '\u001BPq#0;2\u001B\\text', 'text'],
    ['short sequences', '\u001B(B\u001B7\u001B=x\u001Bc', 'x'],
    ['a sequence that was cut off', 'text\u001B[3', 'text'],
    ['control characters', 'a\u0000b\u0008c\rd\u007Fe\u0085f', 'abcdef'],
  ])('removes %s', (_what, text, clean) => {
    expect(stripTerminalCodes(text)).toBe(clean)
  })

  it('keeps lines, tabs and all other characters', () => {
    expect(stripTerminalCodes('a\tb\nü 漢 😀 [31m ]0;')).toBe('a\tb\nü 漢 😀 [31m ]0;')
  })
})

describe('TerminalCodeStripper', () => {
  it('returns the same text wherever the stream is split', () => {
    const text = 'a\u001B[1;31mb\u001B]8;;https://a.example\u001B\\c\u001B]0;t\u0007d\u001B(Be\nf'
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const stripper = new TerminalCodeStripper()
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)]
        expect(pieces.map((piece) => stripper.strip(piece)).join('')).toBe('abcde\nf')
      }
  })

  it('does not hold text back forever', () => {
    const stripper = new TerminalCodeStripper()
    stripper.strip('\u001B]0;')
    for (let count = 0; count < 5; count += 1) stripper.strip('x'.repeat(1024))
    expect(stripper.strip('text')).toBe('text')
  })
})
