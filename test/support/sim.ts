import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { projectRoot } from './package.ts'

/** A message as it went over the wire. */
export interface WireMessage {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

/** The sim as a process, with all its output. */
export interface SimProcess {
  readonly child: ChildProcess
  readonly stdin: Writable
  /** Its output stream, for additional readers. */
  readonly stdout: Readable
  /** Every line of its output so far. */
  readonly lines: readonly string[]
  /** What it wrote after the last line. */
  rest(): string
  stderr(): string
  /** Resolves with the exit code, or the signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** A folder to work in and one for the sessions, and all sims that were started in them. */
export interface SimPlace {
  readonly workspace: string
  start(words?: readonly string[], scenario?: Scenario): SimProcess
  remove(): Promise<void>
}

const program = join(projectRoot, 'dist/testing/sim/main.js')

export function createSimPlace(): SimPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-sim-test-')))
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  const started: SimProcess[] = []
  return {
    workspace,
    start: (words = [], scenario) => {
      const file = join(root, `scenario-${started.length}.json`)
      if (scenario !== undefined) writeFileSync(file, JSON.stringify(scenario))
      const extra = scenario === undefined ? [] : ['--scenario', file]
      const sim = startSim([...words, ...extra], {
        PATH: process.env['PATH'] ?? '',
        CAPSTAN_SIM_HOME: join(root, 'sessions'),
      })
      started.push(sim)
      return sim
    },
    remove: async () => {
      for (const { child } of started) child.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function startSim(words: readonly string[], env: Record<string, string>): SimProcess {
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const stdout = new PassThrough()
  const lines: string[] = []
  let rest = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n')
    rest += first
    for (const part of others) {
      lines.push(rest)
      rest = part
    }
    stdout.write(text)
  })
  child.stdout.on('end', () => stdout.end())
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  // A crashed sim reads no more input, which some tests rely on.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  return { child, stdin: child.stdin, stdout, lines, rest: () => rest, stderr: () => stderr, ended }
}

/** A raw client: it sends requests and sees every line. */
export class RawClient {
  readonly sim: SimProcess
  #seen = 0
  #id = 0
  readonly #messages: WireMessage[] = []
  #wake: () => void = () => undefined

  constructor(sim: SimProcess) {
    this.sim = sim
    sim.stdout.on('data', () => this.#wake())
    sim.stdout.on('close', () => this.#wake())
  }

  /** Every message so far; what is no JSON is left out. */
  get messages(): readonly WireMessage[] {
    for (; this.#seen < this.sim.lines.length; this.#seen++) {
      try {
        this.#messages.push(JSON.parse(this.sim.lines[this.#seen] ?? '') as WireMessage)
      } catch {
        // Garbage on purpose; it is still among the lines.
      }
    }
    return this.#messages
  }

  send(message: object): void {
    this.sim.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** Sends a request and returns its id. */
  ask(method: string, params: object = {}): number {
    const id = ++this.#id
    this.send({ id, method, params })
    return id
  }

  /** Sends a request and waits for its answer. */
  async request(method: string, params: object = {}): Promise<WireMessage> {
    const id = this.ask(method, params)
    return await this.until((message) => message.id === id && message.method === undefined)
  }

  /** Waits for a message, also among those that have come. */
  async until(isMatch: (message: WireMessage) => boolean): Promise<WireMessage> {
    for (let next = 0; ;) {
      const { messages } = this
      for (; next < messages.length; next++) {
        const message = messages[next]
        if (message !== undefined && isMatch(message)) return message
      }
      if (this.sim.stdout.closed) throw new Error(`The sim ended: ${this.sim.stderr()}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Says hello and opens a session; returns its id. */
  async open(cwd: string, version: 1 | 2 = 1): Promise<string> {
    await this.request('initialize', {
      protocolVersion: version,
      ...(version === 1 ? {} : { info: { name: 'test', version: '1' } }),
    })
    const { result } = await this.request('session/new', { cwd, mcpServers: [] })
    return String(result?.['sessionId'])
  }

  /** The updates that came, without those of a kind. */
  updates(...without: string[]): Record<string, unknown>[] {
    return this.messages
      .filter(({ method }) => method === 'session/update')
      .map(({ params }) => params?.['update'] as Record<string, unknown>)
      .filter(({ sessionUpdate }) => !without.includes(String(sessionUpdate)))
  }

  /** Everything that was said, in one. */
  text(): string {
    return this.updates()
      .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
      .map(({ content }) => (content as { text: string }).text)
      .join('')
  }
}
