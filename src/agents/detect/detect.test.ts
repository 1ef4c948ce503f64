import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claude } from '../catalog/claude/definition.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { detect, detectAll, type DetectOptions } from './detect.ts'

let folder: string
let options: DetectOptions

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-detect-'))
  const environment = { PATH: join(folder, 'bin'), HOME: folder, CAPSTAN_HOME: join(folder, 'capstan') }
  options = { environment, home: folder, cwd: join(folder, 'project'), timeout: 20_000 }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, content: string, mode = 0o644): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
  return file
}

/** A program that counts how often it is started and then does what the script says. */
function program(path: string, script: string): string {
  const count = join(folder, 'count')
  return write(
    path,
    `#!${process.execPath}\nrequire('fs').appendFileSync(${JSON.stringify(count)}, 'x');${script}`,
    0o755,
  )
}

const starts = (): number => {
  try {
    return readFileSync(join(folder, 'count'), 'utf8').length
  } catch {
    return 0
  }
}

const example: AgentDefinition = { ...claude, id: 'example', binaries: ['example', 'example-old'] }

describe('detect', () => {
  it('finds nothing on an empty machine', async () => {
    expect(await detect(example, options)).toEqual({
      agent: 'example',
      installed: false,
      bridge: { installed: false },
    })
  })

  it('reads the version from the package behind a link, without starting anything', async () => {
    const real = program('lib/node_modules/@anthropic-ai/claude-code/bin/cli.js', `console.log('9.9.9')`)
    write(
      'lib/node_modules/@anthropic-ai/claude-code/package.json',
      '{"name":"@anthropic-ai/claude-code","version":"2.1.325"}',
    )
    mkdirSync(join(folder, 'bin'))
    symlinkSync(real, join(folder, 'bin/example'))
    expect(await detect(example, options)).toEqual({
      agent: 'example',
      installed: true,
      path: join(folder, 'bin/example'),
      version: '2.1.325',
      versionFrom: 'package',
      bridge: { installed: false },
    })
    expect(starts()).toBe(0)
  })

  it('asks the program once and caches the answer until the program changes', async () => {
    const path = program('bin/example', `console.log('example version 1.2.3-beta.1 (abc)')`)
    const expected = { version: '1.2.3-beta.1', versionFrom: 'program', path }
    expect(await detect(example, options)).toMatchObject(expected)
    expect(await detect(example, options)).toMatchObject(expected)
    expect(starts()).toBe(1)
    program('bin/example', `console.error('2.0.0 and more to make it longer')`)
    expect(await detect(example, options)).toMatchObject({ version: '2.0.0' })
    expect(starts()).toBe(2)
  })

  it('writes the version of a program to the cache once', async () => {
    program('bin/example', `console.log('1.2.3')`)
    const memory = join(folder, 'capstan/versions.json')
    await detect(example, options)
    const { ino } = statSync(memory)
    expect(await detect(example, options)).toMatchObject({ version: '1.2.3', versionFrom: 'program' })
    expect([starts(), statSync(memory).ino]).toEqual([1, ino])
  })

  it('uses an absolute path as is', async () => {
    const path = program('else/where.js', `console.log('1.2.3')`)
    const placed: AgentDefinition = { ...example, binaries: [path] }
    expect(await detect(placed, options)).toMatchObject({ installed: true, path })
    expect(await detect({ ...example, binaries: [`${path}x`] }, options)).toMatchObject({ installed: false })
  })

  it('ignores a corrupt cache', async () => {
    program('bin/example', `console.log('1.0.0')`)
    write('capstan/versions.json', '{"half')
    expect(await detect(example, options)).toMatchObject({ version: '1.0.0' })
    expect(JSON.parse(readFileSync(join(folder, 'capstan/versions.json'), 'utf8'))).toMatchObject({
      [join(folder, 'bin/example')]: { value: '1.0.0' },
    })
  })

  it('has no version for a program that hangs or prints none', async () => {
    const path = program('bin/example', 'setInterval(() => {}, 1000)')
    expect(await detect(example, { ...options, timeout: 300 })).toEqual({
      agent: 'example',
      installed: true,
      path,
      bridge: { installed: false },
    })
  })

  it('passes no keys to the program', async () => {
    program('bin/example', `console.log(process.env.ANTHROPIC_API_KEY ? '6.6.6' : '1.0.0')`)
    const environment = { ...options.environment, ANTHROPIC_API_KEY: 'dummy' }
    expect(await detect(example, { ...options, environment })).toMatchObject({ version: '1.0.0' })
  })

  it("prefers Capstan's installation, then the project, then the PATH, under any name", async () => {
    const onPath = program('bin/example-old', `console.log('1.0.0')`)
    expect(await detect(example, options)).toMatchObject({ path: onPath })
    const inProject = program('node_modules/.bin/example', `console.log('2.0.0')`)
    expect(await detect(example, options)).toMatchObject({ path: inProject })
    const own = program('capstan/agents/example/node_modules/.bin/example', `console.log('3.0.0')`)
    expect(await detect(example, options)).toMatchObject({ path: own, version: '3.0.0' })
  })

  it('ignores folders and files that are not executable', async () => {
    mkdirSync(join(folder, 'bin/example'), { recursive: true })
    write('bin/example-old', 'text')
    expect(await detect(example, options)).toMatchObject({ installed: false })
  })

  it('finds the bridge as well', async () => {
    const bridge = program('lib/node_modules/@agentclientprotocol/claude-agent-acp/index.js', '')
    write(
      'lib/node_modules/@agentclientprotocol/claude-agent-acp/package.json',
      '{"name":"@agentclientprotocol/claude-agent-acp","version":"0.99.1"}',
    )
    mkdirSync(join(folder, 'bin'))
    symlinkSync(bridge, join(folder, 'bin/claude-agent-acp'))
    expect(await detect(example, options)).toEqual({
      agent: 'example',
      installed: false,
      bridge: { installed: true, path: join(folder, 'bin/claude-agent-acp'), version: '0.99.1' },
    })
  })

  it('finds Windows programs by extension', async () => {
    const path = write('bin/example.cmd', '', 0o755)
    write(
      'node_modules/@anthropic-ai/claude-code/package.json',
      '{"name":"@anthropic-ai/claude-code","version":"2.0.0"}',
    )
    expect(await detect(example, { ...options, platform: 'win32', timeout: 100 })).toMatchObject({ path })
  })
})

describe('detectAll', () => {
  it('asks all programs at once and caches every answer', async () => {
    const agents = ['one', 'two', 'three'].map((id): AgentDefinition => ({ ...claude, id, binaries: [id] }))
    for (const { id } of agents) program(`bin/${id}`, `console.log('1.0.${id.length}')`)
    const found = await detectAll(agents, options)
    expect(found.map(({ version }) => version)).toEqual(['1.0.3', '1.0.3', '1.0.5'])
    await detectAll(agents, options)
    expect(starts()).toBe(3)
  })
})
