import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseChangelog } from './release/changelog.ts'
import { nextVersion } from './release/next-version.ts'

const root = join(import.meta.dirname, '..')
const usage = 'npm run release -- <patch|minor|major|x.y.z> [--dry-run]'
const versionFile = 'src/core/version.ts'
const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json', versionFile]
/** Without the page and the real agents: they need a browser and half an hour. */
const checks = ['lint', 'types', 'build', 'test', 'test:processes']

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

function requireReleasableTree(tag: string): void {
  const branch = git('branch', '--show-current')
  if (branch !== 'main') throw new Error(`Releases are made on main, and this is ${branch || 'no branch'}`)
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit or stash them first')
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists: release another version`)
}

function writeVersion(version: string, changelog: string): void {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  writeFileSync(join(root, versionFile), read(versionFile).replace(/'.+'/, `'${version}'`))
  // package.json and the lock file; without a commit and a tag of npm's own.
  const args = ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts']
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

function release(requested: string, isDryRun: boolean): void {
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  const version = nextVersion(current, requested)
  const tag = `v${version}`
  requireReleasableTree(tag)
  const { text, notes } = releaseChangelog(
    read('CHANGELOG.md'),
    version,
    new Date().toISOString().slice(0, 10),
  )
  if (isDryRun) {
    console.log(
      `Would release ${version} (now ${current}), run ${checks.join(', ')}, commit and tag ${tag}:\n\n${notes}`,
    )
    return
  }
  writeVersion(version, text)
  // After the change, so that the checks run on the tagged files.
  const { status } = spawnSync('bash', ['.ci/run', ...checks], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    git('restore', '--', ...changed)
    throw new Error('The checks failed: nothing is released, and the files are as they were')
  }
  git('commit', '--quiet', '--message', `chore(release): ${version}`, '--', ...changed)
  git('tag', '--annotate', tag, '--message', version)
  console.log(
    `Committed and tagged ${tag}. Nothing is published yet. Next:\n  git push --follow-tags\n  npm publish`,
  )
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' } },
  })
  const [requested] = positionals
  if (requested === undefined || positionals.length > 1) throw new Error(`Name one version: ${usage}`)
  release(requested, values['dry-run'] === true)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
