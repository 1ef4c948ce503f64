import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installEnvironment, projectFolder } from '../../agents/cache.ts'
import { fetchFaultOf } from '../../agents/fetch-fault.ts'
import type { NotRun } from '../../agents/installation.ts'
import { runCommand } from '../../../src/process/run-command.ts'

/** The example, built. */
export interface BuiltExample {
  readonly folder: string
}

const source = join(projectFolder, 'examples', 'copilotkit')
const cacheFolder = resolve(process.env['CAPSTAN_TEST_EXAMPLES'] || join(projectFolder, '.example-cache'))
const installTimeout = 540_000
/** Vitest sets NODE_ENV, and Vite would build for it. */
const { NODE_ENV: _, ...environment } = process.env

/**
 * Copies the example into a cache, where its packages stay installed, checks its types and builds it. A folder of its own,
 * because the packages of the project would be found from `examples`.
 */
export async function buildExample(): Promise<BuiltExample | NotRun> {
  const folder = join(cacheFolder, 'copilotkit')
  mkdirSync(folder, { recursive: true })
  for (const old of ['src', 'dist']) rmSync(join(folder, old), { recursive: true, force: true })
  cpSync(source, folder, { recursive: true, filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path) })
  const fault = await installPackages(folder)
  if (fault !== undefined) return { notRun: `npm could not fetch the packages of the example: ${fault}` }
  await run(folder, [join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit'])
  await run(folder, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build'])
  return { folder }
}

/** Installs what package.json names, unless it is there; returns why a package could not be fetched. */
async function installPackages(folder: string): Promise<string | undefined> {
  const wanted = readFileSync(join(folder, 'package.json'), 'utf8')
  const installed = join(folder, 'node_modules', 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return undefined
  let output = ''
  const { exitCode } = await runCommand({
    command: 'npm',
    arguments: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
    environment: installEnvironment,
    cwd: folder,
    timeout: installTimeout,
    onOutput: (chunk) => {
      output += chunk.toString('utf8')
    },
  })
  if (exitCode !== 0) {
    const fault = fetchFaultOf(output)
    if (fault === undefined) throw new Error(`npm install ended with ${exitCode}: ${output}`)
    return fault
  }
  writeFileSync(installed, wanted)
  return undefined
}

async function run(folder: string, words: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runCommand({
    command: process.execPath,
    arguments: words,
    environment,
    cwd: folder,
    timeout: installTimeout,
  })
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`)
}

/** The built example with its proxy. */
export interface ServedExample {
  readonly url: string
  stop(): Promise<void>
}

export async function serveExample(
  { folder }: BuiltExample,
  { gateway, tokenFile }: { gateway: string; tokenFile: string },
): Promise<ServedExample> {
  const child = spawn(
    process.execPath,
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'preview', '--host', '127.0.0.1', '--port', '0'],
    {
      cwd: folder,
      env: { ...environment, CAPSTAN_URL: gateway, CAPSTAN_TOKEN_FILE: tokenFile, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const url = await Promise.race([printedUrl(child), ended.then(([code]) => failed(code))])
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

async function printedUrl(child: ChildProcess): Promise<string> {
  let text = ''
  return await new Promise((found) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (url !== undefined) found(url)
    })
  })
}

function failed(code: unknown): never {
  throw new Error(`The server of the example ended with ${String(code)}`)
}
