import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const loader = join(import.meta.dirname, 'cached-script.ts')
const source = `(function () {
  function one() { return 'first function, called by the first command' }
  function two() { return 'second function, called by the second command' }
  return { one, two }
})`

let folder: string
const cacheFile = (): string => join(folder, 'code.script.cache')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-script-'))
  writeFileSync(join(folder, 'code.script'), source)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the script in a process of its own, which calls one function, and returns what the function returned. */
function callIn(command: string, name: string, { cached = true } = {}): string {
  const options = cached ? { command, folder } : { command }
  const program = `
    import { runCachedScript } from ${JSON.stringify(loader)}
    const run = runCachedScript(${JSON.stringify(join(folder, 'code.script'))}, ${JSON.stringify(options)})
    process.stdout.write(run().${name}())
    // Shorter commands add their functions only once.
    setTimeout(() => {}, 110)`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
}

function additions(): unknown {
  return JSON.parse(readFileSync(cacheFile(), 'latin1').slice(0, 1024))
}

describe('the cache of a script', () => {
  it('adds the functions of three runs of each command', () => {
    for (let round = 0; round < 3; round++) expect(callIn('run', 'one')).toContain('first function')
    expect(additions()).toEqual({ run: 3 })
    const before = readFileSync(cacheFile())
    expect(callIn('run', 'one')).toContain('first function')
    expect(readFileSync(cacheFile()).equals(before)).toBe(true)
    expect(callIn('agents', 'two')).toContain('second function')
    expect(additions()).toEqual({ run: 3, agents: 1 })
    expect(readFileSync(cacheFile()).length).toBeGreaterThan(before.length)
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 1100)],
    ['overwritten', () => Buffer.from('nothing of this is a cache')],
    ['without a head', (bytes: Buffer) => Buffer.concat([Buffer.from('null'.padEnd(1024)), bytes])],
    ['of another V8', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 1024), bytes.subarray(1032)])],
  ])('is replaced when it is %s', (_what, broken) => {
    callIn('run', 'one')
    callIn('run', 'one')
    writeFileSync(cacheFile(), broken(readFileSync(cacheFile())))
    expect(callIn('run', 'one')).toContain('first function')
    expect(additions()).toEqual({ run: 1 })
  })

  it('is not written without a folder for compiled code', () => {
    expect(callIn('run', 'one', { cached: false })).toContain('first function')
    expect(readdirSync(folder)).toEqual(['code.script'])
  })
})
