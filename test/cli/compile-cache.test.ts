import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { capstan, type ProgramResult } from '../support/program.ts'

let home: string
const compiled = (): string => join(home, 'compiled')

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-compiled-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The tests keep compiled code in a folder of their own: here Capstan chooses. */
function complete(env: Record<string, string> = {}): Promise<ProgramResult> {
  return capstan(['completion', 'bash'], { env: { CAPSTAN_HOME: home, NODE_COMPILE_CACHE: '', ...env } })
}

describe('compiled code', () => {
  it('is cached in a folder that only the user can write to', async () => {
    expect((await complete()).exitCode).toBe(0)
    expect(readdirSync(compiled())).toEqual(['0.1.0'])
    expect(statSync(compiled()).mode & 0o777).toBe(0o700)
    expect(readdirSync(compiled(), { recursive: true }).length).toBeGreaterThan(2)
  })

  it('replaces the cache of another version once', async () => {
    mkdirSync(join(compiled(), '0.0.9', 'v24'), { recursive: true, mode: 0o700 })
    await complete()
    expect(readdirSync(compiled())).toEqual(['0.1.0'])
    mkdirSync(join(compiled(), '0.0.9'))
    await complete()
    expect(readdirSync(compiled())).toEqual(['0.0.9', '0.1.0'])
  })

  it('is not written for --version, or if Node.js has it disabled', async () => {
    await capstan(['--version'], { env: { CAPSTAN_HOME: home, NODE_COMPILE_CACHE: '' } })
    expect((await complete({ NODE_DISABLE_COMPILE_CACHE: '1' })).exitCode).toBe(0)
    expect(readdirSync(home)).not.toContain('compiled')
  })

  it.skipIf(process.platform === 'win32')('is not kept in a folder that others may write to', async () => {
    mkdirSync(compiled())
    chmodSync(compiled(), 0o777)
    expect((await complete()).exitCode).toBe(0)
    expect(readdirSync(compiled())).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('is not kept behind a link', async () => {
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    symlinkSync(elsewhere, compiled())
    expect((await complete()).exitCode).toBe(0)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('creates no data folder', async () => {
    const absent = join(home, 'absent')
    expect((await complete({ CAPSTAN_HOME: absent })).exitCode).toBe(0)
    expect(readdirSync(home)).toEqual([])
  })

  it('is filled by the command that creates the data folder', async () => {
    const first = join(home, 'first')
    const { exitCode } = await capstan(['run', 'sim', 'say hi'], {
      env: { CAPSTAN_HOME: first, NODE_COMPILE_CACHE: '' },
    })
    const files = readdirSync(join(first, 'compiled'), { recursive: true, encoding: 'utf8' })
    expect([exitCode, files.filter((file) => file.endsWith('.script.cache')).length]).toEqual([0, 2])
  })

  it('is optional: a command works without a cache folder', async () => {
    writeFileSync(compiled(), 'not a folder')
    const { exitCode, stdout } = await complete()
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('complete')])
  })
})
