import { describe, expect, test } from 'vitest'
import { importsOf } from '../../test/support/import-graph.ts'
import { agentCatalog } from './catalog.ts'
import type { AgentDefinition } from './definition/definition.ts'
import { createAdapterRegistry } from './registry.ts'

const example: AgentDefinition = { ...agentCatalog.claude, id: 'example', name: 'Example' }

function thrownBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error instanceof Error && 'toJSON' in error ? JSON.parse(JSON.stringify(error)) : error
  }
}

/** The paths in an object that can still be changed. */
function changeable(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, child]) => changeable(child, `${path}.${key}`))
  return Object.isFrozen(value) ? inside : [path, ...inside]
}

test('lists the ten agents in order, then the others, and the simulated one last', () => {
  expect(
    createAdapterRegistry()
      .list()
      .map(({ id, name }) => [id, name]),
  ).toEqual([
    ['claude', 'Claude Code'],
    ['codex', 'Codex CLI'],
    ['gemini', 'Gemini CLI'],
    ['copilot', 'GitHub Copilot CLI'],
    ['cursor', 'Cursor CLI'],
    ['opencode', 'OpenCode'],
    ['pi', 'Pi'],
    ['omp', 'Oh My Pi'],
    ['openclaw', 'OpenClaw'],
    ['hermes', 'Hermes Agent'],
    ['goose', 'Goose'],
    ['kimi', 'Kimi Code'],
    ['qwen', 'Qwen Code'],
    ['droid', 'Droid'],
    ['kilo', 'Kilo Code'],
    ['sim', 'Sim (simulated)'],
  ])
})

describe('capabilities', () => {
  const registry = createAdapterRegistry()

  test.each(registry.list())('of $id are one frozen object', ({ id }) => {
    const capabilities = registry.capabilities(id)
    expect(registry.get(id).capabilities).toBe(capabilities)
    expect(registry.capabilities(id)).toBe(capabilities)
    expect(changeable(capabilities)).toEqual([])
    expect(changeable(registry.get(id).definition)).toEqual([])
  })

  test('cannot be changed', () => {
    const capabilities = registry.capabilities('claude') as { canFork: boolean; approvalModes: string[] }
    expect(() => (capabilities.canFork = false)).toThrow(TypeError)
    expect(() => capabilities.approvalModes.push('deny')).toThrow(TypeError)
  })

  test('of the catalog cannot be changed before a registry is made', () => {
    const { facts } = agentCatalog.claude as { facts: Record<string, unknown> }
    expect(() => (facts['mcp.http'] = { support: 'supported', basis: 'run' })).toThrow(TypeError)
  })

  test('do not change with the definition', () => {
    const facts = { ...example.facts }
    const own = createAdapterRegistry([{ ...example, facts }])
    facts['session.fork'] = { support: 'unsupported', basis: 'run' }
    expect(own.capabilities('example').canFork).toBe(true)
  })
})

describe('an unknown agent', () => {
  test('is an error that suggests the nearest name', () => {
    const registry = createAdapterRegistry()
    expect(thrownBy(() => registry.get('cladue'))).toEqual({
      name: 'CapstanError',
      code: 'UNKNOWN_AGENT',
      message: 'There is no agent called cladue',
      hint: 'Did you mean claude?',
    })
    expect(thrownBy(() => registry.capabilities('zzzzz'))).toEqual({
      name: 'CapstanError',
      code: 'UNKNOWN_AGENT',
      message: 'There is no agent called zzzzz',
      hint: 'Use one of claude, codex, gemini, copilot, cursor, opencode, pi, omp, openclaw, hermes, goose, kimi, qwen, droid, kilo, sim.',
    })
    expect(thrownBy(() => createAdapterRegistry([]).get('claude'))).toMatchObject({
      code: 'UNKNOWN_AGENT',
      hint: 'Register an agent first.',
    })
    expect(thrownBy(() => registry.installInstructions('constructor'))).toMatchObject({
      code: 'UNKNOWN_AGENT',
    })
  })
})

describe('register', () => {
  test('adds an agent at the end; unregister removes it', () => {
    const registry = createAdapterRegistry([agentCatalog.pi])
    registry.register(example)
    expect(registry.list().map(({ id }) => id)).toEqual(['pi', 'example'])
    expect(registry.capabilities('example')).toEqual({
      ...createAdapterRegistry().capabilities('claude'),
      agent: 'example',
    })
    expect([registry.unregister('example'), registry.unregister('example')]).toEqual([true, false])
    expect(registry.list().map(({ id }) => id)).toEqual(['pi'])
    registry.register(example)
    expect(registry.get('example').name).toBe('Example')
  })

  test('does not touch another registry', () => {
    const registry = createAdapterRegistry()
    registry.unregister('claude')
    expect(createAdapterRegistry().list()).toHaveLength(16)
    expect(registry.list()).toHaveLength(15)
  })

  test('rejects a taken name', () => {
    expect(thrownBy(() => createAdapterRegistry().register(agentCatalog.claude))).toEqual({
      name: 'CapstanError',
      code: 'AGENT_EXISTS',
      message: 'An agent called claude already exists',
      hint: 'Unregister it first, or choose another id.',
      commandHint: 'Choose another id.',
    })
  })

  test('rejects an invalid definition and stays unchanged', () => {
    const registry = createAdapterRegistry([])
    const { auth: _, ...rest } = example
    expect(thrownBy(() => registry.register(rest as AgentDefinition))).toEqual({
      name: 'ValidationError',
      code: 'VALIDATION_ERROR',
      message: 'Invalid agent definition: auth is missing',
      issues: [{ path: ['auth'], message: 'is missing' }],
    })
    expect(registry.list()).toEqual([])
  })
})

describe('installInstructions', () => {
  const registry = createAdapterRegistry()

  test('are those of the platform and of all', () => {
    expect(registry.installInstructions('claude', 'darwin')).toEqual([
      { platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
      { platform: 'darwin', type: 'brew', command: 'brew install claude-code' },
    ])
    expect(registry.installInstructions('claude', 'win32')).toEqual([
      { platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
    ])
    expect(registry.installInstructions('cursor', 'freebsd')).toEqual([])
  })

  test('default to this platform', () => {
    expect(registry.installInstructions('cursor')).toEqual(
      registry.installInstructions('cursor', process.platform),
    )
  })

  test('include prerequisites', () => {
    expect(
      registry.installInstructions('copilot', 'linux').map(({ prerequisiteCheck }) => prerequisiteCheck),
    ).toEqual([undefined, 'gh --version'])
  })
})

test('loads data and nothing else', () => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    if (!file.startsWith('src/') || file.endsWith('.json')) return
    for (const { to, kind } of importsOf(file)) if (kind === 'static') load(to)
  }
  load('src/agents/registry.ts')
  expect([...loaded].filter((file) => !file.startsWith('src/') || file.includes('schema'))).toEqual([])
})
