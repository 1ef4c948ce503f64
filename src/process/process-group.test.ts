import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { groupExists, onlyDeadLeft, signalGroup } from './process-group.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

describe.skipIf(process.platform !== 'linux')('a process group', () => {
  it('exists as long as one of its processes', async () => {
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    const group = child.pid ?? 0
    expect([groupExists(group), await onlyDeadLeft(group)]).toEqual([true, false])
    expect(signalGroup(child, 'SIGTERM')).toBe(true)
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
    expect([groupExists(group), await onlyDeadLeft(group), signalGroup(child, 'SIGTERM')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('counts as dead when only zombies are left', async () => {
    // The parent starts a group and never reaps it.
    const parent = spawn(process.execPath, [
      '--eval',
      `const { pid } = require('node:child_process').spawn('true', { detached: true, stdio: 'ignore' })
       require('node:fs').writeSync(1, String(pid))
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    ])
    ends.push(() => parent.kill('SIGKILL'))
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
    await expect.poll(() => onlyDeadLeft(Number(chunk)), { timeout: 30_000 }).toBe(true)
    expect(groupExists(Number(chunk))).toBe(true)
  })
})
