import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { requireBuild } from '../child-cpu.ts'
import { measure, type Table } from '../measure.ts'
import { BurstClient } from './burst.ts'
import { token } from './client.ts'

const together = 50
const rounds = 5
/** The start of one gateway, which also loads the code of a run, and the end of the previous one with its agents must not delay the requests. */
const settleMs = 1500

/**
 * How long the first clients of a gateway wait that was just started with `capstan serve`: the first request to the first byte,
 * alone and with 49 others. Every sample is a new process, in which V8 has optimized nothing for an earlier request.
 */
export async function benchFreshStarts(): Promise<Table> {
  requireBuild()
  const client = new BurstClient()
  const first = async (count: number): Promise<number> => {
    const gateway = await startGateway()
    try {
      await sleep(settleMs)
      const input = { messages: [{ id: 'u1', role: 'user', content: 'say hi' }] }
      return await client.median({ port: gateway.port, path: '/agents/sim', count, input })
    } finally {
      await gateway.close()
    }
  }
  try {
    const rows = await measure(
      [
        { name: 'gateway, one alone', sample: () => first(1) },
        { name: `gateway, ${together} at once`, sample: () => first(together), budget: { minRatio: 3 } },
      ],
      rounds,
    )
    return { title: 'Request to first byte, p50, first requests of a new gateway', unit: 'ms', rows }
  } finally {
    await client.close()
  }
}

interface FreshGateway {
  readonly port: number
  close(): Promise<void>
}

/** Starts `capstan serve` with a data folder of its own, as the first start on a machine. */
async function startGateway(): Promise<FreshGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
  const program = join(import.meta.dirname, '../../dist/cli/main.js')
  const options = ['--port', '0', '--no-open', '--json', '--token-file', tokenFile]
  const child = spawn(process.execPath, [program, 'serve', 'sim', ...options], {
    cwd: folder,
    env: { ...process.env, CAPSTAN_HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { port: await portOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The port that the command prints. */
async function portOf({ stdout }: ChildProcess): Promise<number> {
  let text = ''
  if (stdout !== null) {
    for await (const line of createInterface({ input: stdout })) {
      text += line
      const port = /"url":\s*"http:[^"]*:(\d+)"/.exec(text)?.[1]
      if (port !== undefined) return Number(port)
    }
  }
  throw new CapstanError('BENCH_RUN_FAILED', `The gateway did not start: ${text}`)
}
