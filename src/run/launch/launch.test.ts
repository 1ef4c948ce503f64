import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../../../test/support/processes.ts'
import { claude } from '../../agents/catalog/claude/definition.ts'
import { copilot } from '../../agents/catalog/copilot/definition.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { launch, type LaunchOptions } from './launch.ts'
import type { Launched } from './launched.ts'

let folder: string
let bin: string
let temporary: string
let stops: (() => Promise<unknown>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-launch-'))
  bin = join(folder, 'bin')
  temporary = join(folder, 'tmp')
  for (const path of [bin, temporary]) mkdirSync(path)
  vi.stubEnv('TMPDIR', temporary)
  stops = []
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Prints how it was started, and then reads its stdin to the end. */
const teller = `
const { statSync, readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const look = (at) => readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
  const path = join(at, entry.name)
  const mode = (statSync(path).mode & 0o777).toString(8)
  return entry.isDirectory() ? [[entry.name, mode], ...look(path)] : [[entry.name, mode, readFileSync(path, 'utf8')]]
})
const at = process.argv.find((word) => word.startsWith('--look='))?.slice(7)
process.stdout.write(JSON.stringify({
  node: process.execPath,
  script: process.argv[1],
  words: process.argv.slice(2),
  environment: process.env,
  cwd: process.cwd(),
  ...(at === undefined ? {} : { mode: (statSync(at).mode & 0o777).toString(8), files: look(at) }),
}) + '\\n')
process.stderr.write('started\\n')
process.stdin.resume()
`

function program(path: string, { first = '#!/usr/bin/env node', script = teller } = {}): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${first}\n${script}`)
  chmodSync(file, 0o755)
  return file
}

const example: AgentDefinition = {
  ...claude,
  id: 'example',
  binaries: ['example', 'example-old'],
  acp: { binary: 'example', arguments: [] },
}
const plan: LaunchPlan = {
  agent: 'example',
  transport: 'acp',
  command: 'example',
  arguments: ['--speak', 'acp'],
  environment: {},
  passedOn: ['PATH'],
  withheld: [],
  jsonEnvironment: {},
  files: [],
  sessionOptions: [],
  warnings: [],
}

interface Telling {
  node: string
  script: string
  words: string[]
  environment: Record<string, string>
  cwd: string
  mode?: string
  files?: string[][]
}

const withPath = (path: string): Record<string, string> => ({
  PATH: path,
  CAPSTAN_HOME: join(folder, 'capstan'),
})

async function start(options: Partial<LaunchOptions> = {}): Promise<Launched & { telling: Telling }> {
  const launched = await launch({
    plan,
    definition: example,
    cwd: folder,
    environment: withPath(bin),
    ...options,
  })
  stops.push(() => launched.stop())
  let text = ''
  for await (const piece of launched.process.stdout.setEncoding('utf8')) {
    text += String(piece)
    if (text.endsWith('\n')) break
  }
  return Object.assign(launched, { telling: JSON.parse(text) as Telling })
}

const failure = (options: Partial<LaunchOptions> = {}): Promise<unknown> =>
  start(options).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('the environment', () => {
  const mark = { CAPSTAN_RUN: expect.any(String) as string }

  it('merges a JSON variable of the plan and the caller', async () => {
    program('bin/example')
    const { telling } = await start({
      plan: {
        ...plan,
        passedOn: ['PATH', 'TWO'],
        jsonEnvironment: { ONE: { model: 'm' }, TWO: { a: { b: 1 } } },
      },
      environment: { ...withPath(bin), TWO: '{"a":{"c":2}}' },
      extraEnvironment: { ONE: '{"model":"n","x":1}' },
    })
    expect(telling.environment).toMatchObject({ ONE: '{"model":"m","x":1}', TWO: '{"a":{"c":2,"b":1}}' })
  })

  it('contains passed and set variables and the process mark, but no withheld ones', async () => {
    program('bin/example')
    const { telling } = await start({
      plan: {
        ...plan,
        passedOn: ['PATH', 'EXAMPLE_API_KEY', 'IS_SANDBOX', 'NOT_THERE'],
        withheld: ['IS_SANDBOX'],
        environment: { QUIET: '1', LEVEL: 'planned' },
      },
      environment: { ...withPath(bin), EXAMPLE_API_KEY: 'secret', IS_SANDBOX: 'yes', OTHER_KEY: 'other' },
      extraEnvironment: { LEVEL: 'extra', MORE: 'more' },
    })
    expect(telling.environment).toEqual({
      PATH: bin,
      EXAMPLE_API_KEY: 'secret',
      QUIET: '1',
      LEVEL: 'extra',
      MORE: 'more',
      ...mark,
    })
    expect(telling.words).toEqual(['--speak', 'acp'])
  })

  it('passes the path of the agent to a bridge only if installed', async () => {
    const bridge = program('bin/bridge')
    const definition: AgentDefinition = {
      ...example,
      acp: { binary: 'bridge', arguments: [], programVariable: 'EXAMPLE_PROGRAM' },
    }
    const bridged = { ...plan, command: 'bridge' }
    const without = await start({ plan: bridged, definition })
    expect(without.telling.environment).toEqual({ PATH: bin, ...mark })
    const own = program('bin/example-old')
    const { telling, program: found } = await start({ plan: bridged, definition })
    expect(telling.environment).toEqual({ PATH: bin, EXAMPLE_PROGRAM: own, ...mark })
    expect(found).toBe(bridge)
    const commandLine = await start({ plan: { ...plan, transport: 'cli' }, definition })
    expect(commandLine.telling.environment).toEqual({ PATH: bin, ...mark })
  })
})

describe('the program', () => {
  it('is started with the Node of this process if it takes Node from the PATH', async () => {
    const path = program('bin/example')
    const { telling, program: found, folder: made } = await start()
    expect({ node: telling.node, script: telling.script, cwd: telling.cwd, found, made }).toEqual({
      node: process.execPath,
      script: path,
      cwd: folder,
      found: path,
      made: undefined,
    })
  })

  it('is started directly if its first line has Node options', async () => {
    const script = 'printf "%s\\n" "{\\"words\\":[\\"$0\\"]}"\ncat >/dev/null\n'
    const path = program('bin/example', { first: '#!/bin/sh', script })
    const { telling } = await start({ environment: withPath([bin, '/usr/bin', '/bin'].join(delimiter)) })
    expect(telling).toEqual({ words: [path] })
  })

  it.each([
    ['beside its wrapper', 'node_modules'],
    ['below its wrapper', 'node_modules/@github/copilot/node_modules'],
  ])('is the native binary %s', async (_, modules) => {
    const wrapper = program('lib/node_modules/@github/copilot/npm-loader.js', { script: 'process.exit(1)' })
    writeFileSync(join(dirname(wrapper), 'package.json'), '{"name":"@github/copilot","version":"1.0.102"}')
    const native = program(`lib/${modules}/@github/copilot-${process.platform}-${process.arch}/copilot`)
    symlinkSync(wrapper, join(bin, 'copilot'))
    const { telling, program: found } = await start({
      plan: { ...plan, agent: 'copilot', command: 'copilot', arguments: ['--acp'] },
      definition: copilot,
    })
    expect({ script: telling.script, words: telling.words, found }).toEqual({
      script: native,
      words: ['--acp'],
      found: native,
    })
  })

  it('is the wrapper without a native binary', async () => {
    const wrapper = program('bin/copilot')
    const { telling } = await start({
      plan: { ...plan, agent: 'copilot', command: 'copilot' },
      definition: copilot,
    })
    expect(telling.script).toBe(wrapper)
  })

  it('is found in the package of Capstan if the definition says so', async () => {
    const launched = await launch({
      plan: { ...plan, command: 'capstan', arguments: ['--version'] },
      definition: { ...example, binaries: ['capstan'], acp: { binary: 'capstan', arguments: [], own: true } },
      cwd: folder,
      environment: withPath(bin),
    })
    stops.push(() => launched.stop())
    const [text] = await launched.process.stdout.setEncoding('utf8').toArray()
    expect(text).toMatch(/^\d+\.\d+\.\d+/)
    expect(launched.program).toBe(join(import.meta.dirname, '../../../dist/cli/main.js'))
  })

  it('gets an open stdin over ACP and a closed one otherwise', async () => {
    program('bin/example')
    const open = await start()
    expect(open.process.stdin).not.toBeNull()
    const closed = await start({ plan: { ...plan, transport: 'cli' } })
    expect(closed.process.stdin).toBeNull()
    expect(await closed.process.exited).toEqual({ exitCode: 0, signal: null })
  })

  it('has its stderr passed on', async () => {
    program('bin/example')
    let text = ''
    const launched = await start({ onStderr: (piece) => (text += piece) })
    await launched.stop()
    await launched.process.exited
    expect(text).toBe('started\n')
  })

  it('is stopped by stop', async () => {
    program('bin/example')
    const launched = await start()
    const { pid } = launched.process
    expect(isRunning(pid)).toBe(true)
    expect(await launched.stop()).toEqual({ exitCode: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
  })
})

describe('the folder of the run', () => {
  const withFiles: LaunchPlan = {
    ...plan,
    arguments: ['--look={runFolder}', '--schema', '{runFolder}/schema.json', 'what is {runFolder}/x?'],
    environment: { EXAMPLE_HOME: '{runFolder}/settings' },
    files: [
      { path: 'schema.json', content: '{}\n' },
      { path: 'settings/.example/settings.json', content: '{"a":1}\n' },
    ],
  }

  it('is private, replaces its placeholder and is removed with the agent', async () => {
    program('bin/example')
    const launched = await start({ plan: withFiles })
    const { telling, folder: made = '' } = launched
    expect(dirname(made)).toBe(temporary)
    expect(telling).toMatchObject({
      words: [`--look=${made}`, '--schema', `${made}/schema.json`, 'what is {runFolder}/x?'],
      environment: { PATH: bin, EXAMPLE_HOME: `${made}/settings` },
      mode: '700',
    })
    expect(telling.files?.toSorted()).toEqual([
      ['.example', '700'],
      ['schema.json', '600', '{}\n'],
      ['settings', '700'],
      ['settings.json', '600', '{"a":1}\n'],
    ])
    await launched.stop()
    expect(existsSync(made)).toBe(false)
  })

  it('is created if only a variable names it', async () => {
    program('bin/example')
    const { telling, folder: made } = await start({
      plan: { ...plan, environment: { EXAMPLE_HOME: '{runFolder}' } },
    })
    expect(telling.environment['EXAMPLE_HOME']).toBe(made)
  })

  it('is removed if the agent cannot be started', async () => {
    program('bin/example', { first: `#!${join(folder, 'nothing')}` })
    expect(await failure({ plan: withFiles })).toMatchObject({ code: 'AGENT_NOT_STARTED' })
    expect(readdirSync(temporary)).toEqual([])
  })

  it.each(['../out.json', '/out.json', 'a/../../out.json'])(
    'rejects a file outside of it: %s',
    async (path) => {
      program('bin/example')
      expect(await failure({ plan: { ...plan, files: [{ path, content: '' }] } })).toMatchObject({
        code: 'VALIDATION_ERROR',
      })
      expect(readdirSync(temporary)).toEqual([])
    },
  )
})

describe('a failed start', () => {
  it('of an agent that is not installed has an install hint', async () => {
    const error = await failure({
      definition: { ...claude, id: 'example' },
      plan: { ...plan, command: 'claude' },
    })
    expect(error).toMatchObject({ code: 'AGENT_NOT_INSTALLED', message: 'example is not installed' })
    expect((error as { hint: string }).hint).toMatch(/^Run capstan install example, or npm install --prefix /)
  })

  it('of a bridge that is not installed names it', async () => {
    program('bin/claude')
    const definition = { ...claude, id: 'example' }
    expect(await failure({ definition, plan: { ...plan, command: 'claude-agent-acp' } })).toMatchObject({
      code: 'AGENT_NOT_INSTALLED',
      message: 'claude-agent-acp, the bridge that example needs for ACP, is not installed',
      commandHint: expect.stringMatching(
        /^Run capstan install example, or npm install --prefix \S+\/bridge .* --omit=optional \S+: this adds the bridge to \S+\/bin\/claude\. Or use --transport cli\.$/,
      ) as string,
    })
  })

  it('of a bridge without the agent behind it says that the agent is not installed', async () => {
    const definition = { ...claude, id: 'example' }
    expect(await failure({ definition, plan: { ...plan, command: 'claude-agent-acp' } })).toMatchObject({
      code: 'AGENT_NOT_INSTALLED',
      message: 'example is not installed',
    })
  })

  it.each([
    ['does not exist', 'nowhere'],
    ['is not a folder', 'bin/example'],
  ])('in a folder that %s names the folder', async (what, path) => {
    program('bin/example')
    const cwd = join(folder, path)
    expect(await failure({ cwd })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `The working folder ${cwd} ${what}`,
      issues: [{ path: ['cwd'], message: what }],
    })
  })

  it('by its signal starts nothing', async () => {
    const mark = join(folder, 'mark')
    program('bin/example', { script: `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')` })
    expect(await failure({ signal: AbortSignal.abort() })).toMatchObject({ code: 'ABORTED' })
    expect(existsSync(mark)).toBe(false)
  })

  it('by its signal while it starts leaves nothing running', async () => {
    program('bin/example')
    const stop = new AbortController()
    const started = failure({ signal: stop.signal, plan: { ...plan, files: [{ path: 'a', content: '' }] } })
    stop.abort()
    expect(await started).toMatchObject({ code: 'ABORTED' })
    expect(readdirSync(temporary)).toEqual([])
  })
})

it('writes a prompt of 1 MB to stdin and closes it', async () => {
  program('bin/example', {
    script: `let size = 0; process.stdin.on('data', (part) => (size += part.length)).on('end', () => console.log(size, process.argv.length))`,
  })
  const launched = await launch({
    plan: { ...plan, transport: 'cli', arguments: [], stdin: 'x'.repeat(1_000_000) },
    definition: example,
    cwd: folder,
    environment: { ...withPath([bin, dirname(process.execPath)].join(delimiter)) },
  })
  stops.push(() => launched.stop())
  const output = Buffer.concat((await launched.process.stdout.toArray()) as Buffer[]).toString()
  expect(output).toBe('1000000 2\n')
})

it('reads the whole output of a script that exits at once, if its definition sets cutsOutput', async () => {
  program('bin/example', { script: `process.stdout.write('x'.repeat(2_000_000)); process.exit()` })
  const launched = await launch({
    plan: { ...plan, transport: 'cli' },
    definition: { ...example, cutsOutput: true },
    cwd: folder,
    environment: withPath(bin),
  })
  stops.push(() => launched.stop())
  const printed = Buffer.concat((await launched.process.stdout.toArray()) as Buffer[])
  expect(printed.length).toBe(2_000_000)
})
