import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

const text = (value: string) => ({ type: 'text', text: value })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const link = (address: string, name: string) => ({ type: 'link', address, content: [text(name)] })

describe('blocks', () => {
  it('include headings, paragraphs, lists, code, quotes, rules and tables', () => {
    const source = [
      '# What I did',
      'First line',
      'second line',
      '',
      '- one',
      '- two',
      '  more of two',
      '  1. inside',
      '',
      '3. third',
      '4. fourth',
      '',
      '```ts',
      'const a = 1 // **not bold**',
      '```',
      '> said',
      '> before',
      '',
      '---',
      '| a | b |',
      '|---|:-:|',
      '| 1 | x \\| y |',
    ].join('\n')
    expect(readMarkdown(source)).toEqual([
      { type: 'heading', level: 1, content: [text('What I did')] },
      paragraph(text('First line'), { type: 'break' }, text('second line')),
      {
        type: 'list',
        items: [
          { blocks: [paragraph(text('one'))] },
          {
            blocks: [
              paragraph(text('two'), { type: 'break' }, text('more of two')),
              { type: 'list', start: 1, items: [{ blocks: [paragraph(text('inside'))] }] },
            ],
          },
        ],
      },
      {
        type: 'list',
        start: 3,
        items: [{ blocks: [paragraph(text('third'))] }, { blocks: [paragraph(text('fourth'))] }],
      },
      { type: 'code', language: 'ts', text: 'const a = 1 // **not bold**' },
      { type: 'quote', blocks: [paragraph(text('said'), { type: 'break' }, text('before'))] },
      { type: 'rule' },
      { type: 'table', head: [[text('a')], [text('b')]], rows: [[[text('1')], [text('x | y')]]] },
    ])
  })

  it('mark completed tasks', () => {
    expect(readMarkdown('- [x] tests\n- [ ] docs')).toEqual([
      {
        type: 'list',
        items: [
          { isDone: true, blocks: [paragraph(text('tests'))] },
          { isDone: false, blocks: [paragraph(text('docs'))] },
        ],
      },
    ])
  })

  it('keep code inside a list item together', () => {
    expect(readMarkdown('1. run\n\n   ```sh\n   npm test\n   ```\n2. done')).toEqual([
      {
        type: 'list',
        start: 1,
        items: [
          {
            blocks: [paragraph(text('run')), { type: 'code', language: 'sh', text: 'npm test' }],
          },
          { blocks: [paragraph(text('done'))] },
        ],
      },
    ])
  })
})

describe('incomplete Markdown', () => {
  it.each([
    ['```', { type: 'code', language: '', text: '' }],
    ['```js\nlet a', { type: 'code', language: 'js', text: 'let a' }],
    ['```js\nlet a\n``', { type: 'code', language: 'js', text: 'let a' }],
    ['~~~\na\n```', { type: 'code', language: '', text: 'a' }],
    ['| a | b |', paragraph(text('| a | b |'))],
    ['**half', paragraph(text('**half'))],
    [
      'see [the page](https://exam',
      paragraph(text('see [the page]('), link('https://exam/', 'https://exam')),
    ],
    ['a `half', paragraph(text('a `half'))],
    ['#', { type: 'heading', level: 1, content: [] }],
    ['-', { type: 'list', items: [{ blocks: [] }] }],
  ])('parses the part of %j that has arrived', (source, block) => {
    expect(readMarkdown(source)).toEqual([block])
  })
})

describe('inline Markdown', () => {
  it.each<[string, unknown[]]>([
    [
      '**bold** and *thin*',
      [
        { type: 'strong', content: [text('bold')] },
        text(' and '),
        { type: 'emphasis', content: [text('thin')] },
      ],
    ],
    [
      '**a *b* c**',
      [{ type: 'strong', content: [text('a '), { type: 'emphasis', content: [text('b')] }, text(' c')] }],
    ],
    ['snake_case_name and 2 * 3 * 4', [text('snake_case_name and 2 * 3 * 4')]],
    ['~~gone~~', [{ type: 'deleted', content: [text('gone')] }]],
    ['`a **b**` ``c ` d``', [{ type: 'code', text: 'a **b**' }, text(' '), { type: 'code', text: 'c ` d' }]],
    ['\\*not\\* thin', [text('*not* thin')]],
    ['[docs](https://a.example/x_(y) "title")', [link('https://a.example/x_(y)', 'docs')]],
    [
      'see https://a.example/b. Then',
      [text('see '), link('https://a.example/b', 'https://a.example/b'), text('. Then')],
    ],
    ['<https://a.example>', [link('https://a.example/', 'https://a.example')]],
    ['![shot](https://a.example/p.png)', [link('https://a.example/p.png', 'shot')]],
    ['[main](src/main.ts)', [text('main (src/main.ts)')]],
  ])('parses %j', (source, content) => {
    expect(readMarkdown(source)).toEqual([paragraph(...content)])
  })
})

describe('hostile input', () => {
  it.each<[string, unknown[]]>([
    ['[x](javascript:alert(1))', [text('x (javascript:alert(1))')]],
    ['[x](  JaVaScRiPt:alert`1`)', [text('x (JaVaScRiPt:alert`1`)')]],
    ['[x](data:text/html,<script>)', [text('x (data:text/html,<script>)')]],
    ['[x](//evil.example)', [text('x (//evil.example)')]],
    ['[x](https:evil)', [text('x (https:evil)')]],
    ['<img src=x onerror=alert(1)>', [text('<img src=x onerror=alert(1)>')]],
    ['<a href="https://a.example">', [text('<a href="https://a.example">')]],
    ['a <b onclick=x>c</b>', [text('a <b onclick=x>c</b>')]],
    ['<div>\n**x**\n</div>', [text('<div>\n**x**\n</div>')]],
    ['[x][y]\n\n[y]: javascript:alert(1)', [text('x (javascript:alert(1))')]],
    ['me@a.example', [text('me@a.example')]],
  ])('makes no link of %j', (source, content) => {
    expect(readMarkdown(source)).toEqual([paragraph(...content)])
  })

  it.each([
    '['.repeat(50_000),
    '[a]('.repeat(20_000),
    '*a '.repeat(30_000),
    '**'.repeat(30_000),
    '`'.repeat(30_000) + 'a',
    '` `` '.repeat(20_000),
    '_a*b'.repeat(20_000),
    '> '.repeat(20_000),
    '*a **b '.repeat(2500),
    `${'> '.repeat(3000)}\n`.repeat(20),
    '- '.repeat(20_000),
    '|'.repeat(20_000),
    '| a\n'.repeat(20_000),
    'https://'.repeat(10_000),
    `${'  '.repeat(50)}- a\n`.repeat(500),
    '\\'.repeat(50_000),
  ])('is parsed in time, whatever its length (%#)', (source) => {
    expect(readMarkdown(source).length).toBeGreaterThan(0)
  })
})
