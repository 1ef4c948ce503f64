import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The codes that are given to errors in these files. */
function codesIn(files: readonly string[]): string[] {
  const found = files.flatMap((file) => [
    ...read(file).matchAll(/(?:Error|super|lastingFailure)\(\s*'([A-Z_]+)'/g),
    ...read(file).matchAll(/code: '([A-Z_]+)'/g),
  ])
  return [...new Set(found.map(([, code = '']) => code))].toSorted()
}

test('every code that a run can fail with is in run.md, with a fix', () => {
  const files = globSync('src/{run,acp}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test(-d)?\.ts$/.test(file),
  )
  const codes = codesIn([
    ...files,
    'src/agents/command-line/provider-failure.ts',
    'src/agents/install/not-installed-error.ts',
  ])
  const page = read('docs/run.md')
  expect(codes.length).toBeGreaterThan(15)
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})
