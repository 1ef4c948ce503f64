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

test('every code of an error is in errors.md, with a fix', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.test(-d)?\.ts$/.test(file))
  const codes = codesIn(files)
  const rows = read('docs/errors.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter((code) => !rows.some((row) => row.includes(`\`${code}\``)))).toEqual([])
})

test('errors.md names only codes that exist', () => {
  const all = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n')
  const named = read('docs/errors.md').matchAll(/`([A-Z][A-Z_]{3,})`/g)
  expect(Array.from(named, ([, code = '']) => code).filter((code) => !all.includes(`'${code}'`))).toEqual([])
})
