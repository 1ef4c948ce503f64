import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInput } from './gateway-requests.ts'
import { projectRoot } from './package.ts'

export interface Serving {
  readonly child: ChildProcess
  /** What it printed first. */
  readonly announced: { url: string; link: string; tokenFile: string; agents: string[] }
  readonly token: string
  /** What it wrote to stderr so far. */
  readonly log: () => string
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
  /** Begins a run. */
  readonly run: (agent: string, text: string) => Promise<Response>
}

export interface ServingOptions {
  /** Where it keeps its files, and where its agents work. */
  folder: string
  env?: Record<string, string>
}

/** `capstan serve … --json` as a user starts it. */
export async function startServing(
  words: readonly string[],
  { folder, env = {} }: ServingOptions,
): Promise<Serving> {
  const program = join(projectRoot, 'dist/cli/main.js')
  const child = spawn(process.execPath, [program, 'serve', ...words, '--json', '--cwd', folder], {
    env: {
      PATH: process.env['PATH'],
      CAPSTAN_HOME: join(folder, 'home'),
      CAPSTAN_SIM_HOME: join(folder, 'sim'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Serving['ended']
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (log += text))
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const announced = JSON.parse(line) as Serving['announced']
  const token = readFileSync(announced.tokenFile, 'utf8').trim()
  const run: Serving['run'] = (agent, content) =>
    fetch(`${announced.url}/agents/${agent}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(runInput({ messages: [{ id: randomUUID(), role: 'user', content }] })),
    })
  return { child, announced, token, log: () => log, ended, run }
}
