import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CapabilityError } from '../../capabilities/capability-error.ts'
import { createClient } from '../client.ts'
import type { RunOptions } from '../api/options.ts'

const client = createClient()

type Asked = Omit<RunOptions, 'prompt'>

function transportFor(options: Asked): string {
  return client.validateRun({ prompt: 'hi', permissions: 'allow', ...options }).transport
}

function refusalOf(options: Asked): Pick<CapabilityError, 'capability' | 'message' | 'hint'> | undefined {
  try {
    client.validateRun({ prompt: 'hi', permissions: 'allow', ...options })
    return undefined
  } catch (error) {
    const { capability, message, hint } = error as CapabilityError
    return { capability, message, hint }
  }
}

describe('chooses the transport that supports all options', () => {
  it.each<[Asked, string]>([
    [{ agent: 'claude' }, 'acp'],
    [{ agent: 'claude', forkSessionId: 's' }, 'acp'],
    [{ agent: 'pi', forkSessionId: 's' }, 'cli'],
    [{ agent: 'pi', systemPrompt: 'x' }, 'cli'],
    [{ agent: 'omp', systemPrompt: 'x' }, 'cli'],
    [{ agent: 'omp', appendSystemPrompt: 'x' }, 'cli'],
    [{ agent: 'codex', appendSystemPrompt: 'x' }, 'acp'],
    [{ agent: 'gemini', additionalDirectories: ['/srv'] }, 'cli'],
    [{ agent: 'gemini' }, 'acp'],
    [{ agent: 'gemini', sessionId: 's' }, 'cli'],
    [{ agent: 'gemini', sessionId: 's', mcpServers: [{ name: 'a', command: 'a' }] }, 'acp'],
    [{ agent: 'claude', sessionId: 's' }, 'acp'],
    [{ agent: 'copilot', additionalDirectories: ['/srv'] }, 'cli'],
    [{ agent: 'omp', additionalDirectories: ['/srv'] }, 'cli'],
    [{ agent: 'claude', outputSchema: { type: 'object' } }, 'cli'],
    [{ agent: 'claude', schema: { type: 'object' } }, 'cli'],
    [{ agent: 'claude', schema: { type: 'object' }, mcpServers: [{ name: 'a', command: 'a' }] }, 'acp'],
    [{ agent: 'claude', model: 'claude-haiku-4-5', thinkingBudgetTokens: 2048 }, 'cli'],
    [{ agent: 'claude', model: 'claude-haiku-4-5', thinkingOverride: { budget_tokens: 2048 } }, 'cli'],
    [{ agent: 'codex', attachments: [{ kind: 'image', data: '', mimeType: 'image/png' }] }, 'acp'],
  ])('%j by %s', (options, transport) => {
    expect(transportFor({ ...options, strict: true })).toBe(transport)
  })

  it('prefers an enforced policy over additional folders', () => {
    const { transport, warnings } = client.validateRun({
      agent: 'opencode',
      prompt: 'hi',
      additionalDirectories: ['/srv'],
    })
    expect({ transport, warnings }).toEqual({
      transport: 'acp',
      warnings: ['Agent opencode does not advertise additionalDirectories capability — ignoring 1 entries.'],
    })
  })
})

describe('refuses options that no transport supports before the start, with evidence', () => {
  const sse = { type: 'sse', name: 'a', url: 'http://127.0.0.1:9/' } as const
  const withoutSchema = {
    capability: 'structuredOutput',
    message: "Agent 'gemini' does not support structuredOutput",
    hint: 'Use schema: Capstan asks for JSON and checks the answer.',
  }

  it.each<[Asked, ReturnType<typeof refusalOf>]>([
    [
      { agent: 'claude', mcpServers: [sse] },
      {
        capability: 'mcpCapabilities.sse',
        message: "Agent 'claude' does not support mcpCapabilities.sse over ACP",
        hint: 'ACP version 2 has no SSE; use a server of type http, or one on stdio.',
      },
    ],
    [
      { agent: 'codex', systemPrompt: 'x' },
      {
        capability: 'sessionCapabilities.systemPrompt.mode.override',
        message: "Agent 'codex' does not support sessionCapabilities.systemPrompt.mode.override over ACP",
        hint: 'Use appendSystemPrompt: its own instructions cannot be replaced.',
      },
    ],
    [{ agent: 'gemini', outputSchema: {} }, withoutSchema],
    [{ agent: 'gemini', model: 'gemini-2.5-pro', outputSchema: {} }, withoutSchema],
    [
      { agent: 'claude', transport: 'acp', outputSchema: {} },
      {
        capability: 'structuredOutput',
        message: "Agent 'claude' does not support structuredOutput over ACP",
        hint: 'Use transport cli.',
      },
    ],
    [
      { agent: 'codex', transport: 'acp', permissions: 'allow-reads', sandbox: false },
      {
        capability: 'permissions',
        message: 'The sandbox is off; only the rules of codex enforce the policy "allow-reads"',
        hint: 'Leave sandbox out.',
      },
    ],
  ])('%j', (options, refusal) => {
    expect(refusalOf({ ...options, strict: true })).toEqual(refusal)
  })

  it('names the model without support, and one with support', () => {
    const blind = client.models
      .models('opencode')
      .find(({ supportsImageInput, deprecated }) => !supportsImageInput && !deprecated)
    const image = { kind: 'image', path: 'a.png' } as const
    expect(refusalOf({ agent: 'opencode', model: blind?.modelId ?? '', attachments: [image] })).toEqual({
      capability: 'promptCapabilities.image',
      message: `Model '${blind?.modelId}' on agent 'opencode' does not support promptCapabilities.image`,
      hint: expect.stringMatching(/^Choose another model, such as \S+\.$/),
    })
  })
})

it('accepts a text file for every model of an agent that embeds files itself', () => {
  const file = { kind: 'file', path: 'notes.txt' } as const
  const refused = client.models
    .models('pi')
    .filter(({ modelId: model }) => refusalOf({ agent: 'pi', model, attachments: [file] }) !== undefined)
  expect(refused).toEqual([])
})

describe('the installed programs', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'capstan-transport-'))
    vi.stubEnv('PATH', folder)
    vi.stubEnv('CAPSTAN_HOME', join(folder, 'capstan'))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  const add = (name: string): void => writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
  const mcpServers = [{ name: 'a', command: 'a' }]

  it('select the command line if the bridge is missing, with the advantages of ACP in a warning', () => {
    add('claude')
    const { transport, warnings } = client.validateRun({
      agent: 'claude',
      prompt: 'hi',
      permissions: 'allow',
    })
    expect({ transport, warnings }).toEqual({
      transport: 'cli',
      warnings: [
        'claude runs on its command line: its bridge for ACP, which adds MCP servers, attached text, a list of stored sessions, is not installed. Run capstan install claude to add only the bridge',
      ],
    })
    add('codex')
    expect(transportFor({ agent: 'codex' })).toBe('cli')
    add('pi')
    expect(transportFor({ agent: 'pi' })).toBe('cli')
  })

  it('cause no warning about a bridge that the run would not use', () => {
    add('claude')
    const asked = { agent: 'claude', prompt: 'hi', permissions: 'allow', schema: { type: 'object' } } as const
    expect(client.validateRun(asked).warnings).toEqual([])
    expect(client.validateRun({ ...asked, transport: 'cli' }).warnings).toEqual([])
  })

  it('do not decide if only one transport supports the call, or both are installed', () => {
    add('claude')
    expect(transportFor({ agent: 'claude', mcpServers })).toBe('acp')
    expect(transportFor({ agent: 'claude', transport: 'acp' })).toBe('acp')
    add('claude-agent-acp')
    expect(transportFor({ agent: 'claude' })).toBe('acp')
  })

  it('select ACP if only the bridge is installed', () => {
    add('claude-agent-acp')
    expect(transportFor({ agent: 'claude', schema: { type: 'object' } })).toBe('acp')
  })
})

describe('a partly enforced policy', () => {
  it('moves a run of Codex to its command line, unless a person answers', () => {
    expect(transportFor({ agent: 'codex', permissions: 'allow-reads' })).toBe('cli')
    expect(transportFor({ agent: 'codex', permissions: 'ask' })).toBe('acp')
    expect(transportFor({ agent: 'codex', permissions: 'ask', strict: true })).toBe('cli')
  })
})
