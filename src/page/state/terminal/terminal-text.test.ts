import { describe, expect, it } from 'vitest'
import { hasTerminalCodes, readTerminal } from './terminal-text.ts'

const plain = { marks: [] }
const read = (text: string) => readTerminal(text).spans

describe('the output of a terminal', () => {
  it('has the colors and marks of its codes', () => {
    expect(read('a\u001B[1;31mb\u001B[39mc\u001B[0md\u001B[42;97me\u001B[m')).toEqual([
      { text: 'a', style: plain },
      { text: 'b', style: { color: 'red', marks: ['bold'] } },
      { text: 'c', style: { color: undefined, marks: ['bold'] } },
      { text: 'd', style: plain },
      { text: 'e', style: { color: 'white', back: 'green', marks: [] } },
    ])
  })

  it.each([
    ['38;5;9', 'red'],
    ['38;5;46', 'green'],
    ['38;5;240', 'black'],
    ['38;2;250;240;30', 'yellow'],
    ['38:2:20:30:200', 'blue'],
    ['38;2;0;200;210', 'cyan'],
    ['91', 'red'],
  ])('shows the color %s as %s', (codes, color) => {
    expect(read(`\u001B[${codes}mx`)).toEqual([{ text: 'x', style: { color, marks: [] } }])
  })

  it('shows the last state of a line that a carriage return replaces', () => {
    expect(read('start\r\n10 %\r50 %\r100 %\nend\r')).toEqual([{ text: 'start\n100 %\nend', style: plain }])
  })

  it('leaves out cursor moves, titles, links and control characters', () => {
    expect(
      read('\u001B]0;title\u0007a\u001B[2J\u001B[1Ab\u0000\u001B]8;;https://x.org\u001B\\c\u001B(Bx\b'),
    ).toEqual([{ text: 'abc', style: plain }])
    expect(read('cut \u001B[3')).toEqual([{ text: 'cut ', style: plain }])
  })

  it('keeps the end of a long output and says so', () => {
    const { spans, isCut } = readTerminal(`first\n${'x'.repeat(100_000)}`)
    expect([spans[0]?.text.length, isCut]).toEqual([100_000, true])
    expect(readTerminal('x').isCut).toBe(false)
  })

  it('stops styling after 4000 spans', () => {
    const text = Array.from({ length: 9000 }, (_, index) => `\u001B[3${index % 2}mx\n`).join('')
    const { spans } = readTerminal(text)
    expect(spans.length).toBeLessThan(4100)
    expect(spans.map((span) => span.text).join('')).toBe('x\n'.repeat(9000))
  })

  it('recognizes a text without codes', () => {
    expect(['plain\n\ttext', 'a\u001B[1mb', 'a\rb'].map(hasTerminalCodes)).toEqual([false, true, true])
  })
})
