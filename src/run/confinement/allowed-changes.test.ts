import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SandboxLab } from '../../../test/support/sandbox-lab.ts'
import { sandboxSupport } from '../../sandbox/bubblewrap.ts'
import type { CallGrant } from '../permissions/call-grant.ts'
import { AllowedChanges } from './allowed-changes.ts'

type Writes = CallGrant['writes']

describe.runIf('path' in sandboxSupport(process.env))('an allowed call', () => {
  let lab: SandboxLab

  beforeEach(() => {
    lab = new SandboxLab()
    for (const name of ['old/a.txt', 'old/b.txt', 'keep.txt']) lab.write(`work/${name}`, 'before\n')
  })

  afterEach(() => lab[Symbol.dispose]())

  /** Runs a shell line during allowed calls and returns what they changed without naming it. */
  async function unnamed(line: string, ...asked: Writes[]): Promise<string[]> {
    // A tick of the kernel's clock after the files were made.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const started = await lab.start(`echo ready; read x; ${line}`, { access: 'asked' })
    await started.begun
    const found: string[] = []
    const changes = new AllowedChanges({
      workspace: [lab.work],
      sandbox: started.sandbox,
      onUnnamed: (files) => found.push(...files.map((file) => file.slice(lab.work.length + 1))),
    })
    const close = await Promise.all(asked.map((one) => changes.allow(one)))
    started.running.stdin?.write('next\n')
    await started.text
    for (const end of close) end()
    await changes.settled()
    await started.running.stop()
    await started.sandbox.close()
    return found
  }

  it('reports files that changed without being named', async () => {
    const line =
      'echo x > keep.txt; echo x > new.txt; mkdir -p sub; echo x > sub/deep.txt; chmod +x old/a.txt'
    expect(await unnamed(line, ['keep.txt'])).toEqual(['new.txt', 'old/a.txt', 'sub/deep.txt'])
  })

  it('reports the folder in which a file was removed', async () => {
    expect(await unnamed('rm old/a.txt; echo x > keep.txt', ['keep.txt'])).toEqual(['old'])
  })

  it('reports nothing of files that were named, also if they are replaced or removed', async () => {
    const line = 'echo x > new.txt.tmp; mv new.txt.tmp new.txt; rm old/a.txt; echo x > old/b.txt'
    const asked = [[join(lab.work, 'new.txt')], ['old/a.txt'], ['old/b.txt']]
    expect(await unnamed(line, ...asked)).toEqual([])
  })

  it('reports nothing while a command was allowed, which may change every file', async () => {
    expect(await unnamed('echo x > new.txt', ['keep.txt'], 'any')).toEqual([])
    expect(existsSync(join(lab.work, 'new.txt'))).toBe(true)
  })

  it('that only reads leaves the workspace read-only', async () => {
    expect(await unnamed('echo x > new.txt', 'none')).toEqual([])
    expect(existsSync(join(lab.work, 'new.txt'))).toBe(false)
  })
})
