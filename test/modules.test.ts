import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './support/package.ts'
import { describe, expect, it } from 'vitest'
import { importsOf, nodesOf, readSource, sourceFiles } from './support/import-graph.ts'

/** The table of docs/architecture.md. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  events: ['core'],
  capabilities: ['core'],
  process: ['core'],
  models: ['core', 'capabilities'],
  agents: ['core', 'events', 'capabilities', 'models', 'process'],
  acp: ['core', 'events', 'capabilities', 'process'],
  config: ['core', 'agents'],
  proxy: ['core', 'events'],
  sandbox: ['core', 'process'],
  run: ['core', 'events', 'capabilities', 'models', 'agents', 'process', 'acp', 'proxy', 'sandbox'],
  sessions: ['core', 'events', 'capabilities', 'run'],
  a2e: ['core', 'events', 'capabilities', 'process'],
  gateway: ['core', 'events', 'capabilities', 'models', 'agents', 'run', 'sessions', 'a2e', 'verify'],
  'ai-sdk': ['core', 'events', 'capabilities', 'models', 'agents', 'run', 'sessions', 'a2e'],
  page: ['core', 'events', 'capabilities', 'models', 'sessions', 'gateway'],
  testing: ['core', 'events', 'capabilities', 'process', 'agents', 'acp', 'run'],
  verify: ['core', 'events', 'capabilities', 'process', 'agents', 'acp', 'run', 'testing'],
  cli: ['core'],
}

/**
 * The parts of the crowded modules, each with the parts of the same module that it may import; `.` are the files of the
 * module itself.
 */
const partsMayImport: Record<string, Record<string, readonly string[]>> = {
  core: {
    text: [],
    '.': ['text'],
    files: ['.'],
    'json-lines': ['.', 'text'],
    'json-schema': ['.', 'text'],
    mcp: ['.'],
  },
  proxy: {
    '.': ['certificates', 'hosts', 'meter', 'upstream'],
    certificates: [],
    hosts: [],
    meter: [],
    upstream: ['hosts'],
  },
  acp: { wire: [], reading: [], '.': ['wire', 'reading'], workspace: ['.', 'wire'] },
  agents: {
    'command-line': [],
    definition: ['command-line'],
    check: ['definition'],
    facts: ['definition'],
    thinking: ['definition'],
    launch: ['definition', 'thinking'],
    catalog: ['command-line', 'definition', 'launch'],
    detect: ['definition', 'launch'],
    history: [],
    install: ['definition', 'detect'],
    models: ['catalog', 'definition', 'detect', 'install', 'launch'],
    '.': ['catalog', 'check', 'definition', 'detect', 'facts', 'history', 'launch', 'models', 'thinking'],
  },
  run: {
    api: [],
    output: ['api'],
    permissions: ['api'],
    profiles: [],
    budget: ['api', 'profiles'],
    validate: ['api', 'budget', 'permissions', 'profiles'],
    home: [],
    confinement: ['api', 'budget', 'home', 'permissions', 'validate'],
    launch: ['api', 'budget', 'confinement', 'permissions', 'validate'],
    choice: ['api', 'profiles', 'validate'],
    fallback: ['api', 'choice', 'permissions', 'validate'],
    conversation: ['api', 'budget', 'confinement', 'launch', 'permissions', 'validate'],
    '.': [
      'api',
      'budget',
      'choice',
      'conversation',
      'fallback',
      'launch',
      'output',
      'permissions',
      'profiles',
      'validate',
    ],
  },
}

const partOf = (file: string): string => file.split('/').slice(2, -1)[0] ?? '.'

const files = sourceFiles()
const imports = files.flatMap(importsOf)
const inside = imports.filter(({ to }) => to.startsWith('src/'))
const moduleOf = (file: string): string => file.split('/')[1] ?? ''

describe('modules', () => {
  it('include the whole source tree', () => {
    expect(files).toContain('src/core/capstan-error.ts')
    expect(files).toContain('src/capabilities/ecosystems/acp/profile.ts')
    expect(inside.length).toBeGreaterThan(100)
    const isData = (file: string): boolean => file.endsWith('.json') && existsSync(join(projectRoot, file))
    expect(inside.filter(({ to }) => !files.includes(to) && !isData(to))).toEqual([])
  })

  it('are those of the design', () => {
    const modules = new Set(files.filter((file) => file !== 'src/index.ts').map(moduleOf))
    expect([...modules].filter((name) => !(name in mayImport))).toEqual([])
  })

  it('import only what the table allows', () => {
    const forbidden = inside.filter(({ from, to, kind }) => {
      if (from === 'src/index.ts' || moduleOf(from) === moduleOf(to)) return false
      // The command line loads other modules when a command needs them; a type loads nothing.
      if (moduleOf(from) === 'cli' && kind !== 'static') return false
      return !mayImport[moduleOf(from)]?.includes(moduleOf(to))
    })
    expect(forbidden).toEqual([])
  })

  it('have parts that import each other in one direction', () => {
    const forbidden = inside.filter(({ from, to }) => {
      const [own, other] = [partOf(from), partOf(to)]
      const isLayered = moduleOf(from) === moduleOf(to) && Object.hasOwn(partsMayImport, moduleOf(from))
      return isLayered && own !== other && !partsMayImport[moduleOf(from)]?.[own]?.includes(other)
    })
    expect(forbidden).toEqual([])
    for (const [name, parts] of Object.entries(partsMayImport)) {
      const edges = Object.entries(parts).flatMap(([from, all]) =>
        all.map((to): [string, string] => [from, to]),
      )
      expect([name, cyclesIn(edges)]).toEqual([name, []])
    }
  })

  it('have no folder with more than 25 files', () => {
    const counts = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')))
    expect(
      [...counts].filter(([, all]) => all.length > 25).map(([folder, all]) => [folder, all.length]),
    ).toEqual([])
  })

  it('have no cycles, types included', () => {
    expect(cyclesIn(inside.map(({ from, to }) => [from, to]))).toEqual([])
  })

  it('import dynamically only in the command line and in files called lazy', () => {
    const dynamic = inside.filter(({ kind }) => kind === 'dynamic')
    expect(dynamic.length).toBeGreaterThan(0)
    expect(dynamic.filter(({ from }) => moduleOf(from) !== 'cli' && !from.endsWith('.lazy.ts'))).toEqual([])
  })

  it('keep the ecosystems apart from each other', () => {
    const ecosystem = (file: string): string | undefined =>
      /^src\/capabilities\/ecosystems\/([^/]+)\//.exec(file)?.[1]
    const between = inside.filter(({ from, to }) => {
      const [own, other] = [ecosystem(from), ecosystem(to)]
      return own !== undefined && other !== undefined && own !== other
    })
    expect(between).toEqual([])
  })

  it('start processes in one place and check shapes at the edges', () => {
    const outside = imports.filter(({ to, kind }) => !to.startsWith('src/') && kind !== 'type')
    // The sim leaves a process behind on purpose.
    const starters = /^src\/(process\/|testing\/sim\/grandchild\.ts$)/
    expect(outside.filter(({ to, from }) => to === 'node:child_process' && !starters.test(from))).toEqual([])
    const simulated = inside.filter(
      ({ from, to }) => from.startsWith('src/testing/sim/') && ['acp', 'run'].includes(moduleOf(to)),
    )
    expect(simulated).toEqual([])
    const packages = outside.filter(({ to }) => !to.startsWith('node:'))
    const served = ['hono', 'hono/compress', '@hono/node-server', '@ag-ui/client', '@ag-ui/proto']
    // The page is bundled: its imports are not dependencies of the package.
    const isPage = ({ from }: { from: string }): boolean => from.startsWith('src/page/')
    const drawn = packages.filter(({ to }) => /^preact($|\/)/.test(to))
    expect(drawn.filter((one) => !isPage(one))).toEqual([])
    /** Libraries for one job each, and the files that import each. */
    const jobs: Record<string, string | readonly string[]> = {
      '@cfworker/json-schema': 'src/core/json-schema/foreign-validator.ts',
      '@jmespath-community/jmespath': 'src/a2e/plugins/chains/expression.ts',
      ignore: 'src/gateway/http/files/workspace-files.ts',
      '@modelcontextprotocol/client': [
        'src/a2e/plugins/mcp/mcp-connection.ts',
        'src/a2e/plugins/mcp/mcp-faults.ts',
        'src/a2e/plugins/mcp/mcp-inbox.ts',
        'src/a2e/plugins/mcp/mcp-process.ts',
        'src/a2e/plugins/mcp/mcp-questions.ts',
        'src/a2e/plugins/mcp/mcp-remote.ts',
        'src/a2e/plugins/mcp/open-mcp-connection.ts',
      ],
      'jsonc-parser': ['src/config/edit-text.ts', 'src/run/home/settings-formats.lazy.ts'],
      'eventsource-parser': ['src/a2e/transports/event-stream.ts', 'src/page/api/run-agent.ts'],
      marked: 'src/page/state/markdown/markdown.ts',
      pg: 'src/sessions/store/postgres/pg-database.lazy.ts',
      re2js: 'src/core/json-schema/linear-pattern.ts',
      'semver/functions/satisfies.js': 'src/cli/commands/doctor/version-range.ts',
      'semver/ranges/valid.js': 'src/cli/commands/doctor/version-range.ts',
      'smol-toml': 'src/run/home/settings-formats.lazy.ts',
      yaml: ['src/a2e/plugins/skill/front-matter.ts', 'src/run/home/settings-formats.lazy.ts'],
    }
    const hired = packages.filter(({ to }) => Object.hasOwn(jobs, to))
    expect(hired.filter(({ from, to }) => !jobs[to]?.includes(from))).toEqual([])
    // The highlighter has a file per language.
    const highlighter = packages.filter(({ to }) => to.startsWith('@speed-highlight/core/'))
    expect(new Set(highlighter.map(({ from }) => from))).toEqual(
      new Set(['src/page/state/code/highlight.ts']),
    )
    const checked = packages.filter(
      (one) =>
        !served.includes(one.to) &&
        !/^preact($|\/)/.test(one.to) &&
        !Object.hasOwn(jobs, one.to) &&
        !highlighter.includes(one),
    )
    expect(new Set(checked.map(({ to }) => to))).toEqual(new Set(['zod']))
    expect(checked.filter(({ from }) => !from.includes('schema'))).toEqual([])
    const servers = packages.filter(({ to }) => served.includes(to))
    expect(servers.filter(({ from }) => moduleOf(from) !== 'gateway')).toEqual([])
  })
})

describe('the vocabulary of a protocol', () => {
  const speakers = /^src\/(agents\/[^/]+|acp|a2e|gateway|page|ai-sdk|testing|capabilities\/ecosystems)\//
  const words =
    /\b(sessionUpdate|agent_message_chunk|tool_call_update|item\.completed|stream_event|RUN_STARTED|TEXT_MESSAGE_\w+|handshake\/(req|resp)|accepted_caps)\b/

  it('appears only in the modules that speak the protocol', () => {
    const strays = files
      .filter((file) => !speakers.test(file))
      .flatMap((file) => {
        const word = words.exec(withoutProse(file))?.[0]
        return word === undefined ? [] : [{ file, word }]
      })
    expect(strays).toEqual([])
  })

  it('is found by this test in those modules', () => {
    expect(words.test(withoutProse('src/capabilities/ecosystems/a2e/profile.ts'))).toBe(true)
  })

  /** The dictionary names other people's fields to readers; code must not. */
  function withoutProse(file: string): string {
    const source = readSource(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return file.startsWith(prose) ? '' : source
  }
  const prose = 'src/capabilities/dictionary/'
})

describe('source files', () => {
  it('switch no rule off', () => {
    expect(
      files.filter((file) =>
        /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)/.test(readSource(file)),
      ),
    ).toEqual([])
  })

  it('export by name, one by one', () => {
    const forms = ['ExportAllDeclaration', 'ExportDefaultDeclaration']
    expect(files.filter((file) => [...nodesOf(file)].some(({ type }) => forms.includes(type)))).toEqual([])
  })
})

/** The cycle test itself is tested on a graph that has one. */
describe('cyclesIn', () => {
  it('finds a cycle and nothing else', () => {
    expect(
      cyclesIn([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'b'],
        ['c', 'd'],
      ]),
    ).toEqual([['b', 'c', 'b']])
  })
})

function cyclesIn(edges: readonly (readonly [string, string])[]): string[][] {
  const targets = Map.groupBy(edges, ([from]) => from)
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1) cycles.push([...path.slice(start), file])
    if (start !== -1 || done.has(file)) return
    for (const [, to] of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}
