import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Block, readBlocks } from '../scripts/docs/check/block.ts'
import { comparisonProblems } from '../scripts/docs/check/comparison.ts'
import { dataProblem } from '../scripts/docs/check/check-data.ts'
import { linkProblems } from '../scripts/docs/check/links.ts'
import { numberProblems } from '../scripts/docs/check/numbers.ts'
import { reportOf } from '../scripts/docs/check/outcome.ts'
import { scriptOf } from '../scripts/docs/check/page-script.ts'
import { commandsOf } from '../scripts/docs/check/shell-commands.ts'
import { matchesShown } from '../scripts/docs/check/shown-output.ts'
import { commandProblems } from '../scripts/docs/check/validate-commands.ts'

function blockOf(language: string, text: string): Block {
  return { page: 'page.md', line: 1, language, text, notes: [], isAdjacent: false }
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('blocks', () => {
  const source = [
    '<!-- validated only: it needs two machines -->',
    '',
    '```sh start.sh',
    'capstan fleet',
    '```',
    '',
    '```text',
    'a',
    '```',
    '',
  ].join('\n')

  it('have a language, a file, their notes and their distance', () => {
    expect(readBlocks('docs/a.md', source)).toEqual([
      {
        page: 'docs/a.md',
        line: 3,
        language: 'sh',
        file: 'start.sh',
        text: 'capstan fleet\n',
        notes: [{ kind: 'validated only', text: 'it needs two machines' }],
        isAdjacent: false,
      },
      { page: 'docs/a.md', line: 7, language: 'text', text: 'a\n', notes: [], isAdjacent: true },
    ])
  })

  it('must be closed', () => {
    expect(() => readBlocks('docs/a.md', 'x\n```sh\nls\n')).toThrow(
      'docs/a.md:2 opens a block that is never closed',
    )
  })
})

describe('commands', () => {
  it('are read with their lines, their output and their exit code', () => {
    const text = '$ cat <<END\nhi\nEND\nhi\n\n$ false   # exits with 1\n$ npx capstan serve\n'
    expect(commandsOf(blockOf('console', text))).toEqual([
      { text: 'cat <<END\nhi\nEND', output: 'hi', exitCode: 0, isServing: false },
      { text: 'false   # exits with 1', exitCode: 1, isServing: false },
      { text: 'npx capstan serve', exitCode: 0, isServing: true },
    ])
  })

  it('of a console block begin with a prompt', () => {
    expect(() => commandsOf(blockOf('console', 'ls\n'))).toThrow('a console block begins with a command')
  })

  it('of a script end where a shell has all of a command', () => {
    const text = '# a comment\ncall() {\n  ls\n}\ngit diff |\n  cat\n'
    expect(commandsOf(blockOf('sh', text)).map((command) => command.text)).toEqual([
      'call() {\n  ls\n}',
      'git diff |\n  cat',
    ])
  })

  it('are held against the command table without running them', async () => {
    const text =
      'createdb --owner capstan capstan\ncapstan agents --bogus\nnpx capstan nothing\ncapstan agents # fine\nnpm run no:such -- 1\nnpm run bench -- peers\n'
    expect(await commandProblems(blockOf('sh', text))).toEqual([
      'capstan agents --bogus: Unknown option --bogus',
      'capstan nothing: there is no command nothing',
      'npm run no:such: there is no such script',
    ])
  })
})

describe('shown output', () => {
  it('may leave out lines and ends of lines, and has other ids, times and ports', () => {
    const output = 'one\ntwo\nthree msg_01M7H44RVRQKW2GRGC8155NKQ7\n4.2 s at http://127.0.0.1:1234\n'
    expect(
      matchesShown(output, '…\nthree msg_01M7H44RVRQKW2GRGC8155NKQ8\n0.8 s at http://127.0.0.1:8787'),
    ).toBe(true)
    expect(matchesShown(output, 'one\n…\n4.2 s …')).toBe(true)
    expect(matchesShown(output, 'one\nthree\n…')).toBe(false)
    expect(matchesShown(output, 'one')).toBe(false)
  })
})

describe('the script of a page', () => {
  it('runs a program by itself unless a later command names its file', () => {
    const named = { ...blockOf('ts', 'console.log(1)\n'), file: 'one.ts' }
    const { steps } = scriptOf([named, blockOf('sh', 'node one.ts\n'), blockOf('ts', '2\n')], '/results')
    expect(steps.map(({ command }) => command.text)).toEqual(['node one.ts', 'node block-1.ts'])
  })
})

describe('data', () => {
  it('is held against the schema of what it looks like', () => {
    expect(dataProblem(blockOf('json', '{ "id": "a", "acp": { "binary": 1 } }'))).toBe(
      'Invalid agent definition: binaries.0 must be text that is not empty (and 1 more)',
    )
    expect(dataProblem(blockOf('jsonc', '{ "maxCostUsd": "2", }'))).toContain('expected number')
    expect(dataProblem(blockOf('jsonc', '{ "maxCostUsd": 2, } // fine'))).toBeUndefined()
    expect(dataProblem(blockOf('json', '{ "a": 1, }'))).toContain('JSON')
  })
})

describe('links', () => {
  it('name existing files and headings, and reach every page', () => {
    const folder = folderWith({
      'README.md': '[a](docs/a.md#two-words) [b](docs/a.md#three) [c](docs/c.md) `[d](d.md)`',
      'docs/a.md': '# One\n\n## Two words\n',
      'docs/b.md': '# B\n',
    })
    expect(linkProblems(['README.md', 'docs/a.md', 'docs/b.md'], folder)).toEqual([
      'README.md links to docs/a.md#three, but docs/a.md has no such heading',
      'README.md links to docs/c.md, which does not exist',
      'docs/b.md cannot be reached by links from README.md',
    ])
  })
})

describe('numbers', () => {
  it('come from the file of measurements', () => {
    const folder = folderWith({
      'docs/numbers.json': '{ "browser.gzip": "4.6 KB" }',
      'README.md':
        '<!-- number: browser.gzip -->4.6 KB<!-- /number --> <!-- number: browser.gzip -->4 KB<!-- /number --> 9 KB gzip',
    })
    expect(numberProblems(['README.md'], folder)).toEqual([
      'README.md quotes browser.gzip as 4 KB; docs/numbers.json has 4.6 KB',
      'README.md quotes "9 KB gzip" without naming its measurement',
    ])
  })
})

it('finds a cell of the comparison without evidence', () => {
  const readme = '| | Capstan 1 | other 2 |\n|---|---|---|\n| speed | fast | – |\n| price | 0 | 5 |\n\n'
  const section = (title: string, rows: string): string =>
    `## ${title}\n\n| row | cell | evidence |\n|---|---|---|\n${rows}\n`
  const comparison = section('Capstan 1', '| speed | slow | `bench` |\n| price | 0 | MIT |\n')
  expect(comparisonProblems(readme, comparison)).toEqual([
    'docs/comparison.md has no evidence for Capstan 1: speed: fast',
    'docs/comparison.md has no section other 2',
  ])
  const both = comparison.replace('slow', 'fast') + section('Other 2', '| price | 5 | |\n')
  expect(comparisonProblems(readme, both)).toEqual([
    'docs/comparison.md has no evidence for other 2: price: 5',
  ])
})

it('reports every block and everything that is wrong', () => {
  const report = reportOf(
    [
      { place: 'a.md:1', how: 'run', language: 'ts', seconds: 1.25 },
      { place: 'a.md:5', how: 'run', problem: 'exited with 1' },
      { place: 'a.md:9', how: 'validated only', reason: 'it needs two machines' },
    ],
    ['b.md cannot be reached'],
  )
  expect(report.split('\n')).toEqual([
    'validated only: a.md:9: it needs two machines',
    'FAILED a.md:5: exited with 1',
    'FAILED b.md cannot be reached',
    'slowest: a.md:1 1.3 s, a.md:5 0.0 s',
    'run: 1 programs, 1 blocks of commands',
    '3 blocks: 2 run, 0 parsed, 0 excerpt, 0 run by another step, 1 validated only, 0 text, 0 not run',
    '2 failed',
  ])
})
