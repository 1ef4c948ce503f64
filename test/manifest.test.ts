import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { manifest, projectRoot } from './support/package.ts'

const { devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>
}
const outside = (ranges: Record<string, string>, form: RegExp): string[] =>
  Object.keys(ranges).filter((name) => !form.test(ranges[name] ?? ''))

it('has caret ranges for runtime dependencies, so that users share them with their own', () => {
  expect(outside(manifest.dependencies, /^\^\d+\.\d+\.\d+$/)).toEqual([])
})

it('pins dev dependencies exactly', () => {
  expect(outside(devDependencies, /^(npm:.+@)?\d+\.\d+\.\d+$/)).toEqual([])
})
