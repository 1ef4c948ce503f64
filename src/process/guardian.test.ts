import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { childrenOf, isRunning } from '../../test/support/processes.ts'
import { createCgroup } from './cgroup.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-hosts-'))
const moduleOf = (name: string): string => new URL(name, import.meta.url).href
const started = new Set<number>()
const patience = { timeout: 30_000 }
let hosts = 0

type Host = ChildProcessByStdio<Writable, Readable, null>

/** Starts a host: a second Node process whose script may use `startProcess` and the guardian. */
function startHost(script: string): Host & { pid: number } {
  hosts += 1
  const file = join(folder, `host-${hosts}.mjs`)
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startProcess } from '${moduleOf('start-process.ts')}'
import { guardGroup, releaseFolder, releaseGroup } from '${moduleOf('guardian.ts')}'
import { makeTemporaryFolder } from '${moduleOf('temporary-folder.ts')}'
const agent = (script, stdin = 'closed') =>
  startProcess({ command: process.execPath, arguments: ['--eval', script], environment: {}, cwd: '/', stdin })
${script}`,
  )
  const host = spawn(process.execPath, ['--no-warnings', file], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (host.pid === undefined) throw new Error('no host')
  started.add(host.pid)
  return Object.assign(host, { pid: host.pid })
}

/** The pids that a host prints, and the pid of its guardian. */
async function numbersOf(host: Host & { pid: number }): Promise<{ pids: number[]; guardian: number }> {
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  const pids: number[] = JSON.parse(String(line))
  await expect.poll(() => childrenOf(host.pid, 'capstan-guardian').length, patience).toBe(1)
  const [guardian = 0] = childrenOf(host.pid, 'capstan-guardian')
  for (const pid of [...pids, guardian]) started.add(pid)
  expect([...pids, guardian].map(isRunning)).toEqual([...pids, guardian].map(() => true))
  return { pids, guardian }
}

const running = (pids: readonly number[]): number[] => pids.filter(isRunning)

/** An agent with a child; both ignore SIGTERM. */
const deafFamily = `
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"
  const one = await agent(\`\${deaf} const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['--eval', \${JSON.stringify(deaf + "process.send('ready')")}],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('message', () => console.log(child.pid))\`)
  const [chunk] = await once(one.stdout, 'data')
  console.log(JSON.stringify([one.pid, Number(chunk)]))`

afterEach(() => {
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  started.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform !== 'linux')('the guardian', () => {
  it('removes the temporary folders that are left, also with spaces in their paths, and no other one', async () => {
    const place = join(folder, 'a place')
    mkdirSync(join(place, 'released'), { recursive: true })
    const host = startHost(`
      process.env.TMPDIR = ${JSON.stringify(place)}
      const before = await makeTemporaryFolder('before-')
      const one = await agent('setInterval(() => {}, 1000)')
      setTimeout(async () => {
        const after = await makeTemporaryFolder('after-')
        const gone = await makeTemporaryFolder('released-')
        releaseFolder(gone)
        console.log(JSON.stringify([one.pid]))
      }, 500)`)
    const { pids, guardian } = await numbersOf(host)
    process.kill(host.pid, 'SIGKILL')
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
    expect(readdirSync(place).map((name) => name.replace(/-.*/, ''))).toEqual(['released', 'released'])
  })

  it('ends a process in a cgroup that left its group, parent and variables', async ({ skip }) => {
    const cgroup = await createCgroup()
    await cgroup?.end()
    skip(cgroup === undefined, 'needs cgroups of version 2 that this user may change')
    const host = startHost(`
      import { createCgroup } from '${moduleOf('cgroup.ts')}'
      const script = 'env -i setsid sh -c "(sleep 1000 & echo \\\\$!) &" & sleep 1000'
      const command = { command: 'sh', arguments: ['-c', script], environment: process.env, cwd: '/' }
      const one = await startProcess({ ...command, ...(await createCgroup()).enter(command), stdin: 'closed' })
      const [chunk] = await once(one.stdout, 'data')
      console.log(JSON.stringify([one.pid, Number(chunk)]))
      setInterval(() => {}, 1000)`)
    const { pids, guardian } = await numbersOf(host)
    host.kill('SIGKILL')
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it('ends agents and their descendants when the host is killed', async () => {
    const host = startHost(deafFamily)
    const { pids, guardian } = await numbersOf(host)
    host.kill('SIGKILL')
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it.each([
    ['stays', 'setInterval(() => {}, 1000)'],
    ['ends with its input', 'process.stdin.resume()'],
  ])('ends a process that left its group when the host is killed and the agent %s', async (_what, rest) => {
    const host = startHost(`
      const one = await agent(\`require('node:child_process').spawn('/bin/sh',
        ['-c', '(setsid sh -c "trap : TERM; while :; do sleep 1; done" >/dev/null 2>&1 & echo $!)'],
        { stdio: ['ignore', 'inherit', 'inherit'] }); ${rest}\`, 'open')
      const [chunk] = await once(one.stdout, 'data')
      console.log(JSON.stringify([one.pid, Number(chunk)]))`)
    const { pids, guardian } = await numbersOf(host)
    host.kill('SIGKILL')
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it('ends them when the host exits without a stop', async () => {
    const host = startHost(`${deafFamily}; process.stdin.on('end', () => process.exit(0)).resume()`)
    const { pids, guardian } = await numbersOf(host)
    host.stdin.end()
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it('survives the signals that a terminal sends', async () => {
    const host = startHost(deafFamily)
    const { pids, guardian } = await numbersOf(host)
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(guardian, signal)
    host.kill('SIGKILL')
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it('does not keep the host running, and exits with it', async () => {
    const host = startHost(`
      const one = await agent('process.stdin.resume()', 'open')
      console.log(JSON.stringify([one.pid]))
      await once(process.stdin.resume(), 'end')
      await one.stop()`)
    const { pids, guardian } = await numbersOf(host)
    host.stdin.end()
    expect(await once(host, 'exit')).toEqual([0, null])
    await expect.poll(() => running([...pids, guardian]), patience).toEqual([])
  })

  it('does not end a released group', async () => {
    const host = startHost(`
      const groups = [1, 2, 3].map(() => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).pid)
      for (const group of groups) guardGroup(group)
      // After the start of the guardian, so that it has to drop the group.
      setTimeout(() => {
        releaseGroup(groups[1])
        console.log(JSON.stringify(groups))
      }, 200)`)
    const { pids, guardian } = await numbersOf(host)
    host.kill('SIGKILL')
    await expect.poll(() => running([guardian]), patience).toEqual([])
    expect(pids.map(isRunning)).toEqual([false, true, false])
  })

  it('starts again with the next agent after it was killed', async () => {
    const host = startHost(`
      const groups = [1, 2].map(() => spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).pid)
      guardGroup(groups[0])
      console.log(JSON.stringify(groups))
      await once(process.stdin, 'data')
      guardGroup(groups[1])
      setInterval(() => {}, 1000)`)
    const { pids, guardian } = await numbersOf(host)
    process.kill(guardian, 'SIGKILL')
    // Wait until the host has noticed the exit.
    await expect.poll(() => existsSync(`/proc/${guardian}`), patience).toBe(false)
    host.stdin.write('\n')
    await expect.poll(() => childrenOf(host.pid, 'capstan-guardian').length, patience).toBe(1)
    host.kill('SIGKILL')
    await expect.poll(() => running(pids), patience).toEqual([])
  })
})
