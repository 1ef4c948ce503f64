import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCgroup, ownerCgroup } from './cgroup.ts'
import { startProcess } from './start-process.ts'

const base = { environment: { PATH: process.env['PATH'] }, cwd: '/' }
const cgroup = await createCgroup()
await cgroup?.end()
// They need cgroups of version 2 that this user may change.
describe.skipIf(cgroup === undefined)('a cgroup', () => {
  it('leaves no folder behind', async () => {
    const one = await createCgroup()
    expect(existsSync(ownerCgroup() ?? '')).toBe(true)
    await one?.end()
    expect(existsSync(ownerCgroup() ?? '')).toBe(false)
  })

  it('passes on the arguments, the variables and the exit code of a program', async () => {
    const one = await createCgroup()
    const command = { command: 'sh', arguments: ['-c', 'env | grep -v CAPSTAN_RUN; exit 3'], ...base }
    const running = await startProcess({ ...command, ...one?.enter(command), stdin: 'closed' })
    let text = ''
    running.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect(await running.exited).toEqual({ exitCode: 3, signal: null })
    expect(text.split('\n').filter((line) => !/^(PATH|PWD|_|SHLVL)=/.test(line))).toEqual([''])
    await one?.end()
  })

  it('leaves a program that cannot start as it is', async () => {
    const one = await createCgroup()
    for (const name of ['no-such-program', './no-such-program', '/etc/passwd']) {
      const command = { command: name, arguments: [], ...base }
      expect(one?.enter(command)).toBe(command)
    }
    await one?.end()
  })
})
