import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { A2EClient } from '../../src/a2e/client.ts'
import { testFolder } from '../support/a2e.ts'
import { childrenOf } from '../support/processes.ts'

/** How many seconds each attack takes; `A2E_HOSTILE=30` is the full run, which also checks how long a ping takes. */
const seconds = Number(process.env['A2E_HOSTILE'] ?? 1)
const isFullRun = process.env['A2E_HOSTILE'] !== undefined
const support = join(import.meta.dirname, '../support')

async function startHost(): Promise<{ url: string; pid: number }> {
  const program = join(support, 'a2e-hostile-stdio-host.ts')
  const host = spawn(process.execPath, [program, testFolder()], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    host.stdin.end()
    await once(host, 'exit')
  })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  return { url: String(line).trim(), pid: host.pid ?? 0 }
}

/** The p99 of the pings of an agent at each host while one attacks the first, in milliseconds. */
async function pingsDuring(attack: string, urls: readonly string[]): Promise<number[]> {
  const clients = urls.map(
    (url) => new A2EClient({ to: { url }, capabilities: ['tools'], token: 'dev-secret' }),
  )
  await Promise.all(clients.map((one) => one.connect()))
  const program = join(support, 'a2e-hostile-stdio-agent.ts')
  const attacker = spawn(process.execPath, [program, urls[0] ?? '', attack, String(seconds)], {
    stdio: 'inherit',
  })
  const ended = once(attacker, 'exit')
  const state = { isOver: false }
  void ended.then(() => (state.isOver = true))
  const ping = async (one: A2EClient): Promise<number> => {
    const times: number[] = []
    while (!state.isOver) {
      const began = performance.now()
      await one.ping()
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(times.length).toBeGreaterThan(10)
    return times.toSorted((a, b) => a - b)[Math.floor(0.99 * (times.length - 1))] ?? Infinity
  }
  const p99s = await Promise.all(clients.map(ping))
  expect(await ended).toEqual([0, null])
  await Promise.all(clients.map((one) => one.close()))
  return p99s
}

/** The most memory a process ever had, in megabytes. */
function peakMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const timeout = 120_000 + seconds * 3000

// The peak memory of a process is readable only on Linux.
describe.skipIf(process.platform !== 'linux')('a host under attack', () => {
  it.each(['chains', 'patterns', 'ids', 'sessions', 'connections', 'processes'])(
    'by %s answers other agents and stays small',
    { timeout },
    async (attack) => {
      const [host, quiet] = await Promise.all([startHost(), startHost()])
      const [attacked = Infinity, unharmed = 0] = await pingsDuring(attack, [host.url, quiet.url])
      const memory = peakMemory(host.pid)
      expect(memory).toBeLessThan(300)
      await expect.poll(() => childrenOf(host.pid, 'sleep 987654')).toEqual([])
      if (!isFullRun) return
      console.log(
        `${attack}: ping p99 ${attacked.toFixed(1)} ms (${unharmed.toFixed(1)} ms elsewhere), ${memory.toFixed(0)} MB`,
      )
      // A host that nobody attacks shows whether other programs need the processors too.
      const isIdle = unharmed < 10
      expect(attacked - (isIdle ? 0 : unharmed)).toBeLessThan(50)
    },
  )
})
