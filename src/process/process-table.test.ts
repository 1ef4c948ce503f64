import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { listedProcesses, marksOf, processEntry, readMarked, readProcesses } from './process-table.ts'

describe.skipIf(process.platform !== 'linux')('the processes of the system', () => {
  it('are the same from /proc and from ps, and disappear when they end', async () => {
    const child = spawn('sleep', ['1000'], {
      detached: true,
      stdio: 'ignore',
      env: { CAPSTAN_RUN: 'A.1:B.2' },
    })
    const pid = child.pid ?? 0
    await once(child, 'spawn')
    const about = { parent: process.pid, group: pid, started: expect.stringMatching(/./) as string }
    const looks = async (): Promise<unknown[]> => [
      processEntry(pid),
      (await readProcesses()).get(pid),
      (await listedProcesses()).get(pid),
      marksOf(pid),
      (await readMarked()).get('B.2'),
    ]
    expect(await looks()).toEqual([about, about, about, ['A.1', 'B.2'], [pid]])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await looks()).toEqual([undefined, undefined, undefined, [], undefined])
  })

  it('are read once for simultaneous calls', async () => {
    const [first, second] = [readProcesses(), readProcesses()]
    expect(first).toBe(second)
    await first
    expect(readProcesses()).not.toBe(first)
  })
})
