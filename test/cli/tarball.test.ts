import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { manifest, projectRoot } from '../support/package.ts'

it('is installed by npm pack and npm install -g', () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-tarball-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The global setup has built the package.
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: projectRoot, stdio: 'pipe' })
  const environment = { ...process.env, npm_config_prefix: join(folder, 'global'), HOME: folder }
  const tarball = `./capstan-${manifest.version}.tgz`
  execFileSync('npm', ['install', '-g', tarball, '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environment,
    stdio: 'pipe',
  })
  const capstan = join(folder, 'global/bin/capstan')
  const run = (...words: string[]): string =>
    execFileSync(capstan, words, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' }).trim()
  expect(run('--version')).toBe(manifest.version)
  expect(run('run', 'sim', 'say it works')).toBe('it works')
}, 240_000)
