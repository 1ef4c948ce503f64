import { describe, expect, test } from 'vitest'
import { profileOf } from '../../../../test/profile-of.ts'
import type { Evidence } from '../../index.ts'
import { fromProfile } from './index.ts'

function written(facts: Record<string, Partial<Evidence>>, id = 'claude') {
  return fromProfile(profileOf(facts, { kind: 'agent', id }))
}

const no = { support: 'unsupported' } as const

const careful = {
  agent: 'claude',
  canResume: false,
  canFork: false,
  supportsMultiTurn: false,
  sessionPersistence: 'none',
  supportsTextStreaming: false,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: false,
  supportsNativeTools: false,
  supportsMCP: false,
  supportsParallelToolCalls: false,
  requiresToolApproval: false,
  approvalModes: [],
  supportsThinking: false,
  thinkingEffortLevels: [],
  supportsThinkingBudgetTokens: false,
  supportsJsonMode: false,
  supportsStructuredOutput: false,
  supportsSkills: false,
  supportsAgentsMd: false,
  skillsFormat: null,
  supportsSubagentDispatch: false,
  supportsParallelExecution: false,
  supportsInteractiveMode: false,
  supportsStdinInjection: false,
  supportsImageInput: false,
  supportsImageOutput: false,
  supportsFileAttachments: false,
  supportsPlugins: false,
  pluginFormats: [],
  pluginRegistries: [],
  supportedPlatforms: [],
  requiresGitRepo: false,
  requiresPty: false,
  authMethods: [],
  authFiles: [],
  installMethods: [],
}

const everyId = `
  agents-md auth execution.parallel install interaction.repl interaction.steer mcp.supported
  multi-agent.delegation output.image output.json-mode output.structured output.text-streaming
  output.tool-call-streaming plugins process.git-required process.platforms process.pty-required
  prompt.file prompt.image session.fork session.multi-turn session.persistence session.resume skills
  thinking.budget thinking.effort thinking.streaming thinking.supported tools.approval tools.native
  tools.parallel`

test('writes the cautious value for every unknown and lists it as assumed', () => {
  const { declaration, notCarried, assumed } = written({})
  expect(declaration).toEqual(careful)
  expect(notCarried).toEqual([])
  expect(assumed.toSorted()).toEqual(everyId.trim().split(/\s+/))
})

describe('names are never empty', () => {
  test.each([
    { name: undefined, id: 'claude', agent: 'claude', assumed: false, lost: false },
    { name: 'codex', id: 'claude', agent: 'codex', assumed: false, lost: false },
    { name: '', id: 'claude', agent: 'claude', assumed: false, lost: true },
    { name: '', id: '', agent: 'unknown', assumed: true, lost: true },
    { name: undefined, id: '', agent: 'unknown', assumed: true, lost: false },
  ])('$name of $id is $agent', ({ name, id, agent, assumed, lost }) => {
    const facts: Record<string, Partial<Evidence>> = name === undefined
      ? {}
      : { 'identity.name': { value: name } }
    const conversion = written(facts, id)
    expect(conversion.declaration.agent).toBe(agent)
    expect(conversion.assumed.includes('identity.name')).toBe(assumed)
    expect(conversion.notCarried).toEqual(
      lost
        ? [
            {
              id: 'identity.name',
              support: 'supported',
              value: '',
              reason: 'this shape requires a non-empty name',
            },
          ]
        : [],
    )
  })
})

describe('capabilities that other capabilities replace', () => {
  test('counts a session that can be loaded as resumable', () => {
    const { declaration, notCarried } = written({ 'session.load': {} })
    expect(declaration.canResume).toBe(true)
    expect(notCarried).toEqual([
      { id: 'session.load', support: 'supported', reason: 'this shape has no field for this capability' },
    ])
  })

  test('counts any MCP transport as MCP', () => {
    const { declaration, assumed } = written({ 'mcp.stdio': no, 'mcp.http': {}, 'mcp.sse': no })
    expect([declaration.supportsMCP, assumed.includes('mcp.supported')]).toEqual([true, false])
  })

  test('counts no MCP transport as no MCP, and the reverse', () => {
    const conversion = written({ 'mcp.stdio': no, 'mcp.http': no, 'mcp.sse': no })
    expect(conversion.declaration.supportsMCP).toBe(false)
    expect(conversion.notCarried).toEqual([])
    expect(conversion.assumed).not.toContain('mcp.supported')
  })
})

describe('tool approval', () => {
  test('gives an agent that asks the mode that asks, and assumes the rest', () => {
    const { declaration, assumed } = written({ 'tools.approval': {} })
    expect([declaration.requiresToolApproval, declaration.approvalModes]).toEqual([false, ['prompt']])
    expect(assumed).toContain('tools.approval')
  })

  test('assumes nothing if both are known', () => {
    const value = { required: true, modes: ['deny'] }
    const { declaration, assumed } = written({ 'tools.approval': { value } })
    expect([declaration.requiresToolApproval, declaration.approvalModes]).toEqual([true, ['deny']])
    expect(assumed).not.toContain('tools.approval')
  })
})

test('reports persistence of an unknown kind as lost', () => {
  const { declaration, notCarried, assumed } = written({ 'session.persistence': {} })
  expect(declaration.sessionPersistence).toBe('none')
  expect(notCarried).toEqual([
    { id: 'session.persistence', support: 'supported', reason: 'the kind of storage is unknown' },
  ])
  expect(assumed).toContain('session.persistence')
  expect(written({ 'session.persistence': no }).assumed).not.toContain('session.persistence')
})

test('reports effort levels without a name in this shape as lost', () => {
  const value = ['minimal', 'low', 'high', 'xhigh']
  const { declaration, notCarried } = written({ 'thinking.effort': { value } })
  expect(declaration.thinkingEffortLevels).toEqual(['low', 'high'])
  expect(notCarried).toEqual([
    {
      id: 'thinking.effort',
      support: 'supported',
      value: ['minimal', 'low', 'high', 'xhigh'],
      reason: 'this shape has no name for minimal, xhigh',
    },
  ])
})

test('reports lists with only a known support as lost', () => {
  const { notCarried } = written({ auth: {}, install: {}, 'process.platforms': {} })
  const reason = 'this shape can only hold a value, and none is known'
  expect(notCarried).toEqual([
    { id: 'auth', support: 'supported', reason },
    { id: 'install', support: 'supported', reason },
    { id: 'process.platforms', support: 'supported', reason },
  ])
})

test('writes the plugin system with the names of this shape', () => {
  const system = {
    formats: ['npm-package'],
    registries: [{ name: 'npm', url: 'https://registry.example', searchable: true }],
    installCommand: 'a',
    marketplaceUrl: 'b',
  }
  const { declaration } = written({ plugins: { value: system } })
  expect(declaration).toMatchObject({
    supportsPlugins: true,
    pluginFormats: ['npm-package'],
    pluginRegistries: [{ name: 'npm', url: 'https://registry.example', searchable: true }],
    pluginInstallCmd: 'a',
    pluginMarketplaceUrl: 'b',
  })
  expect(declaration).not.toHaveProperty('pluginListCmd')
})
