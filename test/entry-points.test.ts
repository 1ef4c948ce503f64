import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { agentCatalog } from '../src/agents/catalog.ts'
import { entryPoints, projectRoot } from './support/package.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-entry-points-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const recorder = pathToFileURL(join(import.meta.dirname, 'support/load-recorder.mjs')).href

/** Runs Node in the project's root, so that `capstan` resolves through the package's own export map. */
function loadsOf(args: readonly string[]): { packages: string[]; files: string[]; builtins: string[] } {
  const report = join(folder, 'loaded.json')
  const result = spawnSync(process.execPath, ['--import', recorder, ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, LOADED_BY: report },
  })
  expect(result.stderr).toBe('')
  const { loaded, builtins } = JSON.parse(readFileSync(report, 'utf8')) as {
    loaded: string[]
    builtins: string[]
  }
  const packages = loaded.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  const files = loaded.flatMap((url) => /\/dist\/(.*)$/.exec(url)?.[1] ?? [])
  return { packages: [...new Set(packages)], files, builtins }
}

function entryPointLoads(entryPoint: string): ReturnType<typeof loadsOf> {
  const specifier = entryPoint.replace('.', 'capstan')
  return loadsOf(['--input-type=module', '--eval', `await import('${specifier}')`])
}

describe('an entry point', () => {
  it.each([
    ['.', []],
    ['./capabilities', []],
    ['./capabilities/ag-ui', []],
    ['./capabilities/a2e', []],
    ['./capabilities/relay', []],
    ['./capabilities/mux', []],
    ['./capabilities/acp', []],
    ['./capabilities/convert', ['zod']],
    ['./capabilities/schemas', ['zod']],
    ['./events', []],
    ['./events/schemas', ['zod']],
    ['./models', []],
    ['./agents', []],
    ['./config', []],
    ['./a2e', []],
    ['./acp', []],
    ['./run', []],
    ['./sessions', []],
    ['./ai-sdk', []],
    ['./gateway', []],
    ['./testing', []],
  ])('%s loads the packages %j and starts nothing', (entryPoint, packages) => {
    const loads = entryPointLoads(entryPoint)
    expect(loads.files.length).toBeGreaterThan(0)
    expect(loads.packages).toEqual(packages)
    expect(loads.builtins.filter((name) => /child_process|http|sqlite|net$/.test(name))).toEqual([])
  })

  it('is in this list if it is in the export map', () => {
    expect([...entryPoints.keys()].toSorted()).toEqual(
      [
        '.',
        './capabilities',
        './capabilities/a2e',
        './capabilities/acp',
        './capabilities/ag-ui',
        './capabilities/convert',
        './capabilities/mux',
        './capabilities/relay',
        './capabilities/schemas',
        './events',
        './events/schemas',
        './models',
        './agents',
        './config',
        './a2e',
        './acp',
        './run',
        './sessions',
        './ai-sdk',
        './gateway',
        './ag-ui',
        './testing',
      ].toSorted(),
    )
  })
})

describe('the build', () => {
  it('can be read by the oldest supported Node', () => {
    const files = readdirSync(join(projectRoot, 'dist'), { recursive: true, encoding: 'utf8' })
    const programs = files.filter((file) => /\.(?:js|script)$/.test(file))
    expect(programs.length).toBeGreaterThan(30)
    // Node 22 has `Symbol.asyncDispose`, and cannot parse the declarations that use it.
    const tooNew = programs.filter((file) =>
      /\bawait using [\w$]+\s*=/.test(readFileSync(join(projectRoot, 'dist', file), 'utf8')),
    )
    expect(tooNew).toEqual([])
  })

  it('has the module format that Node.js loads fastest', () => {
    const files = readdirSync(join(projectRoot, 'dist'), { recursive: true, encoding: 'utf8' })
    const slow = files
      .filter((file) => /\.(?:js|script)$/.test(file) && !file.startsWith(join('gateway', 'page')))
      .filter((file) => {
        const code = readFileSync(join(projectRoot, 'dist', file), 'utf8')
        return /[^\0-\x7f]/.test(code) || /^import\b.*"node:/m.test(code)
      })
    expect(slow).toEqual([])
  })
})

describe('the agents', () => {
  it('are the same in the built package, which holds them as JSON text', async () => {
    const { agentCatalog: built } = await import('capstan/agents')
    expect(Object.keys(built)).toEqual(Object.keys(agentCatalog))
    expect(describeFunctions(built)).toEqual(describeFunctions(agentCatalog))
    expect(describeFunctions(built.claude)).toMatchObject({
      id: 'claude',
      acp: { signs: 'function claudeSigns' },
      outputReader: 'function claudeOutputReader',
    })
    expect(built.claude).toBe(built.claude)
    expect(Object.isFrozen(built.claude.facts)).toBe(true)
  })
})

/** The same data with the names of functions, which are not equal across builds. */
function describeFunctions(value: unknown): unknown {
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(describeFunctions)
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, describeFunctions(field)]))
}

describe('the program', () => {
  it.each(['--version', '--help'])('is one file for %s', (flag) => {
    const { packages, files, builtins } = loadsOf(['dist/cli/main.js', flag])
    expect(packages).toEqual([])
    expect(files).toEqual(['cli/main.js'])
    expect(builtins).toEqual([])
  })

  it('plans a run without loading the protocol, which loads while the agent starts', () => {
    const { files } = loadsOf(['dist/cli/main.js', 'run', 'sim', 'say hi', '--dry-run'])
    expect(files.map((file) => file.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      'cli/main.js',
      'cli/chunks/run',
      'cli/cached-script.js',
      'cli/chunks/rolldown-runtime',
    ])
  })

  it('loads zod only to read a declaration', () => {
    expect(loadsOf(['dist/cli/main.js', 'capabilities', 'convert', '--help']).packages).toEqual([])
    expect(loadsOf(['dist/cli/main.js', 'capabilities', 'list', '--json']).packages).toEqual([])
  })
})
