import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from './package.ts'

const { NODE_ENV: _mode, CAPSTAN_TEST_TARBALL: tarball = '', ...inherited } = process.env

export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/** An example in a folder of its own, outside the repository, with the packed package and its other packages installed. */
export interface InstalledExample {
  readonly folder: string
  /** What npm printed. */
  readonly installation: string
  readonly environment: NodeJS.ProcessEnv
  /** Runs a program of the example, or of its packages, to its end. */
  readonly run: (command: readonly string[], options?: { input?: string; env?: NodeJS.ProcessEnv }) => Outcome
  /** Checks the types of the example under its own strict settings; returns what the compiler printed. */
  typeErrors(): string
  /** Starts a server; resolves with the first text of its output that matches. Stopped after the test. */
  readonly serve: (command: readonly string[], ready: RegExp, env?: NodeJS.ProcessEnv) => Promise<string>
  remove(): void
}

/** @param packages `all`: with the dev dependencies, which a page is built with. */
export function installExample(name: string, packages: 'runtime' | 'all' = 'runtime'): InstalledExample {
  const folder = mkdtempSync(join(tmpdir(), `capstan-${name}-`))
  cpSync(join(projectRoot, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path),
  })
  const home = join(folder, '.home')
  mkdirSync(home)
  const programs = [join(folder, 'node_modules/.bin'), join(projectRoot, 'node_modules/.bin')]
  const environment = {
    ...inherited,
    CAPSTAN_HOME: home,
    NO_COLOR: '1',
    PATH: [...programs, inherited['PATH']].join(delimiter),
  }
  const run: InstalledExample['run'] = ([command = '', ...words], { input = '', env = {} } = {}) => {
    const result = spawnSync(command, words, {
      cwd: folder,
      encoding: 'utf8',
      input,
      env: { ...environment, ...env },
    })
    if (result.error !== undefined) throw result.error
    return { stdout: result.stdout, stderr: result.stderr, status: result.status }
  }
  const omitted = packages === 'runtime' ? ['--omit=dev'] : []
  const { status, stdout, stderr } = run(['npm', 'install', tarball, '--no-audit', '--no-fund', ...omitted])
  if (status !== 0) throw new Error(`npm install of ${name} ended with ${status}: ${stderr}`)
  return {
    folder,
    installation: stdout + stderr,
    environment,
    run,
    typeErrors: () => {
      // The dev dependencies of an example, as the project has them.
      const types = packages === 'runtime' ? ['--typeRoots', join(projectRoot, 'node_modules/@types')] : []
      return run([
        process.execPath,
        join(projectRoot, 'node_modules/typescript/bin/tsc'),
        '-p',
        '.',
        ...types,
      ]).stdout
    },
    serve: (command, ready, env = {}) =>
      serve(command, { ready, cwd: folder, env: { ...environment, ...env } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function serve(
  [command = '', ...words]: readonly string[],
  { ready, ...options }: { ready: RegExp; cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  return await Promise.race([
    printed(child, ready),
    ended.then(([code]) => {
      throw new Error(`${command} ${words.join(' ')} ended with ${String(code)}`)
    }),
  ])
}

function printed(child: ChildProcess, ready: RegExp): Promise<string> {
  let text = ''
  return new Promise((found) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      const [match] = ready.exec(text) ?? []
      if (match !== undefined) found(match)
    })
  })
}
