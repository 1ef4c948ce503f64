import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from './support/package.ts'

/** A repository with what a release reads and writes. Its checks note that they ran, and end as `checks` says. */
let folder = ''
let clone = ''

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const read = (file: string): string => readFileSync(join(clone, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(join(clone, file), text)
const commit = (): string => git('commit', '--quiet', '--all', '--message', 'change')
const release = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: clone,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-release-'))
  const origin = join(folder, 'origin')
  clone = join(folder, 'clone')
  mkdirSync(join(origin, '.ci'), { recursive: true })
  for (const path of [
    'scripts/release.ts',
    'scripts/release',
    'package.json',
    'package-lock.json',
    'src/core/version.ts',
  ])
    cpSync(join(projectRoot, path), join(origin, path), { recursive: true })
  writeFileSync(join(origin, 'CHANGELOG.md'), '# Changes\n\n## Unreleased\n\n### Added\n- A thing.\n')
  const checks = '#!/bin/sh\necho "$@" >> ../checks\nexit "$(cat ../exit-code)"\n'
  writeFileSync(join(origin, '.ci/run'), checks)
  chmodSync(join(origin, '.ci/run'), 0o755)
  writeFileSync(join(folder, 'exit-code'), '0')
  const at = { cwd: origin, stdio: 'ignore' } as const
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], at)
  execFileSync('git', ['add', '--all'], at)
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...author, 'commit', '--quiet', '--message', 'start'], at)
  execFileSync('git', ['clone', '--quiet', origin, clone], at)
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run release', () => {
  it('moves the changelog, sets the version everywhere, checks, commits and tags', () => {
    write('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n- New.\n\n## 0.0.1 (2026-01-02)\n\n- Old.\n')
    commit()
    const date = new Date().toISOString().slice(0, 10)

    expect(release('3.4.5')).toEqual({
      status: 0,
      stdout:
        'Committed and tagged v3.4.5. Nothing is published yet. Next:\n  git push --follow-tags\n  npm publish\n',
      stderr: '',
    })
    expect(read('CHANGELOG.md')).toBe(
      `# Changes\n\n## Unreleased\n\n## 3.4.5 (${date})\n\n- New.\n\n## 0.0.1 (2026-01-02)\n\n- Old.\n`,
    )
    expect(read('src/core/version.ts')).toContain("export const version = '3.4.5'\n")
    expect(JSON.parse(read('package.json'))).toHaveProperty('version', '3.4.5')
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '3.4.5',
      packages: { '': { version: '3.4.5' } },
    })
    expect(readFileSync(join(folder, 'checks'), 'utf8')).toBe('lint types build test test:processes\n')
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): 3.4.5')
    expect(git('show', '--name-only', '--format=').split('\n')).toEqual([
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
      'src/core/version.ts',
    ])
    expect(git('cat-file', '-t', 'v3.4.5')).toBe('tag')
    expect(git('status', '--porcelain')).toBe('')

    expect(release('patch').stderr).toBe(
      'CHANGELOG.md has nothing under "## Unreleased": describe the changes first\n',
    )
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- More.\n'))
    commit()
    expect(release('minor', '--dry-run').stdout).toBe(
      'Would release 3.5.0 (now 3.4.5), run lint, types, build, test, test:processes, commit and tag v3.5.0:\n\n- More.\n',
    )
    expect(git('tag', '--list')).toBe('v3.4.5')
  })

  it('restores the files if a check fails', () => {
    writeFileSync(join(folder, 'exit-code'), '1')
    expect(release('major')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The checks failed: nothing is released, and the files are as they were\n',
    })
    expect({ changes: git('status', '--porcelain'), tags: git('tag', '--list') }).toEqual({
      changes: '',
      tags: '',
    })
  })

  it('rejects before it changes anything', () => {
    const refusal = (...args: string[]): string => release(...args).stderr.trim()
    expect(refusal()).toBe('Name one version: npm run release -- <patch|minor|major|x.y.z> [--dry-run]')
    expect(refusal('0.0.9')).toMatch(/^0\.0\.9 is lower than the current version /)
    expect(refusal('next')).toBe(
      '"next" is not a version. Use patch, minor, major or three numbers such as 1.2.3',
    )
    git('tag', 'v9.0.0')
    expect(refusal('9.0.0')).toBe('The tag v9.0.0 exists: release another version')
    write('new.txt', '')
    expect(refusal('patch')).toBe('The working tree has changes: commit or stash them first')
    git('switch', '--quiet', '--create', 'topic')
    expect(refusal('patch')).toBe('Releases are made on main, and this is topic')
    expect(git('log', '--format=%s')).toBe('start')
  })
})
