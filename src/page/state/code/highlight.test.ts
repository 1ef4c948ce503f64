import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

describe('highlight', () => {
  it('names the kind of each part', () => {
    expect(highlight('const answer = "42" // yes', 'TypeScript')).toEqual([
      { text: 'const', kind: 'kwd' },
      { text: ' answer ' },
      { text: '=', kind: 'oper' },
      { text: ' ' },
      { text: '"42"', kind: 'str' },
      { text: ' ' },
      { text: '// yes', kind: 'cmnt' },
    ])
  })

  it.each(['python', 'bash', 'rust', 'go', 'json', 'yml', 'html', 'cpp', 'sql', 'diff', 'md', 'dockerfile'])(
    'keeps the text of %s',
    (label) => {
      const text = 'FROM a\n+ if (x == "1") { return `y` } # <b class="c">\n\tfor i in range(3): SELECT *\n'
      const tokens = highlight(text, label)
      expect(tokens.map((token) => token.text).join('')).toBe(text)
      expect(tokens.length).toBeGreaterThan(1)
    },
  )

  it.each([
    ['an unknown language', 'x = 1', 'brainfog'],
    ['no language', 'x = 1', ''],
    ['long code', 'x = 1\n'.repeat(4000), 'py'],
    ['a long line', `x = "${'a'.repeat(1000)}"`, 'py'],
    ['much blank space', `a${'\n'.repeat(200)}`, 'js'],
  ])('leaves %s without colors', (_, text, label) => {
    expect(highlight(text, label)).toEqual([{ text }])
  })
})
