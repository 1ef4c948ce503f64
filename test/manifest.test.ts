import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { manifest, projectRoot } from './support/package.ts'

const { devDependencies, scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>
  scripts: Record<string, string>
}
const outside = (ranges: Record<string, string>, form: RegExp): string[] =>
  Object.keys(ranges).filter((name) => !form.test(ranges[name] ?? ''))

it('has caret ranges for runtime dependencies, so that users share them with their own', () => {
  expect(outside(manifest.dependencies, /^\^\d+\.\d+\.\d+$/)).toEqual([])
})

it('pins dev dependencies exactly', () => {
  expect(outside(devDependencies, /^(npm:.+@)?\d+\.\d+\.\d+$/)).toEqual([])
})

it('has no scripts that npm runs, or warns about, when a user installs the tarball', () => {
  const ofInstall = [
    'preinstall',
    'install',
    'postinstall',
    'preprepare',
    'prepare',
    'postprepare',
    'prepublish',
  ]
  expect(ofInstall.filter((name) => name in scripts)).toEqual([])
  // Packing builds first, so that a tarball is never older than its sources.
  expect(scripts['prepack']).toBe(scripts['build'])
})

it('publishes without corrections of the manifest', () => {
  const { stderr, status } = spawnSync(
    'npm',
    // Without a registry to ask and without settings of the user.
    [
      'publish',
      '--dry-run',
      '--ignore-scripts',
      '--fetch-retries=0',
      '--registry=http://127.0.0.1:9',
      '--userconfig=none',
    ],
    { cwd: projectRoot, encoding: 'utf8' },
  )
  const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn publish'))
  expect({ warnings, status }).toEqual({
    warnings: ['npm warn publish This command requires you to be logged in to http://127.0.0.1:9/ (dry-run)'],
    status: 0,
  })
})
