import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rcompare, valid } from 'semver'
import { runCommand } from '../../src/process/run-command.ts'
import { searchPath } from '../../test/agents/cache.ts'
import type { InstallRecipe } from './agents.ts'
import { stopSignal } from './stop.ts'

const installMs = 600_000

/** npm could not install a version. */
export class InstallError extends Error {}

/** The stable versions that the registry lists, the newest first. Its dates are not release dates and are ignored. */
export async function stableVersions(name: string): Promise<string[]> {
  const listed = await npmJson(['view', name, 'versions'])
  const versions = Array.isArray(listed) ? listed.map(String) : [String(listed)]
  return versions.filter((version) => valid(version) !== null && !version.includes('-')).toSorted(rcompare)
}

/** Installs a version by the first recipe whose file exists afterwards. @returns the file. */
export async function installBy(
  recipes: readonly InstallRecipe[],
  version: string,
  folder: string,
): Promise<string> {
  const reasons: string[] = []
  for (const recipe of recipes) {
    // A half-made installation looks like a complete one.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    try {
      const siblings = recipe.siblingsOf === undefined ? [] : await siblingsOf(recipe.siblingsOf, version)
      await npmInstall(folder, [...recipe.packages(version), ...siblings])
      if (recipe.unpack !== undefined) await unpack(folder, recipe.unpack(version))
      for (const file of recipe.files) {
        const path = join(folder, 'node_modules', file)
        if (await exists(path)) return path
      }
      reasons.push(`${recipe.files.join(' and ')} is missing`)
    } catch (error) {
      if (!(error instanceof InstallError)) throw error
      reasons.push(error.message)
    }
  }
  throw new InstallError(reasons.find((reason) => !reason.endsWith('is missing')) ?? reasons.at(-1))
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Installs exact packages with an npm cache of their own, which is deleted afterwards. */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  flags: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const cache = join(folder, 'npm-cache')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  try {
    await npm(['install', '--prefix', folder, '--cache', cache, ...quiet, ...flags, ...packages])
  } finally {
    await rm(cache, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Unpacks a package into `node_modules`, without its dependencies. */
async function unpack(folder: string, specifier: string): Promise<void> {
  const name = specifier.slice(0, specifier.lastIndexOf('@'))
  const packed = join(folder, 'packed')
  await mkdir(packed, { recursive: true })
  const cache = join(folder, 'npm-cache')
  await npm(['pack', specifier, '--pack-destination', packed, '--cache', cache, '--loglevel=error'])
  await runCommand({
    command: 'sh',
    arguments: ['-c', 'tar -xzf ./*.tgz'],
    cwd: packed,
    environment: process.env,
    timeout: installMs,
  })
  const place = join(folder, 'node_modules', name)
  await mkdir(dirname(place), { recursive: true })
  await rename(join(packed, 'package'), place)
  await rm(packed, { recursive: true, force: true })
  await rm(cache, { recursive: true, force: true, maxRetries: 5 })
}

/** Packages of the same scope, at the same version: a range would give them a newer one, which may not fit. */
async function siblingsOf(name: string, version: string): Promise<string[]> {
  const [scope = ''] = name.split('/')
  const dependencies = await npmJson(['view', `${name}@${version}`, 'dependencies'])
  const names = typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : []
  return names.filter((other) => other.startsWith(`${scope}/`)).map((other) => `${other}@${version}`)
}

async function npmJson(words: readonly string[]): Promise<unknown> {
  const answer = await npm([...words, '--json', '--loglevel=error'])
  return answer.trim() === '' ? undefined : JSON.parse(answer)
}

async function npm(words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr, timedOut } = await runCommand({
    command: 'npm',
    arguments: words,
    environment: { ...process.env, PATH: searchPath, npm_config_update_notifier: 'false' },
    timeout: installMs,
    maxOutputBytes: 4 * 1024 * 1024,
    signal: stopSignal,
  })
  if (exitCode === 0) return stdout
  throw new InstallError(timedOut ? 'npm took longer than 10 minutes' : npmReason(stderr))
}

/** The code and the message of npm's error, without addresses. */
function npmReason(stderr: string): string {
  const lines = stderr
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?<text>.+)$/.exec(line)?.groups?.['text'] ?? [])
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length) ?? 'error'
  const text =
    lines.find((line) => /No matching version|not found|404/i.test(line) && !line.startsWith('code')) ??
    lines[1]
  return `npm ${code}: ${(text ?? '').replaceAll(/https?:\/\/\S+/g, '').trim()}`
}
