import { describe, expect, test } from 'vitest'
import { changedFacts } from '../../../../test/changed-facts.ts'
import { withField } from '../../../../test/with-field.ts'
import { type AcpDeclaration, toProfile } from './index.ts'

/** What one more field says. */
function saying(declaration: AcpDeclaration, path: string, content: unknown): string[] {
  const more = withField(declaration, path.split('.'), content) as AcpDeclaration
  return changedFacts(toProfile(declaration), toProfile(more))
}

describe('version 1', () => {
  test.each([
    ['loadSession', true, ['session.load: supported', 'session.resume: supported']],
    ['promptCapabilities.image', true, ['prompt.image: supported']],
    ['promptCapabilities.audio', true, ['prompt.audio: supported']],
    [
      'promptCapabilities.embeddedContext',
      true,
      ['prompt.embedded-context: supported', 'prompt.file: supported'],
    ],
    ['mcpCapabilities.http', true, ['mcp.http: supported']],
    ['mcpCapabilities.sse', true, ['mcp.sse: supported']],
    ['mcpCapabilities.acp', true, ['mcp.acp: supported']],
    ['sessionCapabilities.list', {}, ['session.list: supported']],
    ['sessionCapabilities.close', {}, ['lifecycle.release: supported', 'session.close: supported']],
    ['sessionCapabilities.resume', {}, ['acp.session.resume: supported', 'session.resume: supported']],
    ['sessionCapabilities.delete', {}, ['session.delete: supported']],
    ['sessionCapabilities.additionalDirectories', {}, ['session.additional-directories: supported']],
    ['sessionCapabilities.fork', {}, ['session.fork: supported']],
    ['sessionCapabilities.title', {}, ['session.title: supported']],
    ['sessionCapabilities.archive', {}, ['session.archive: supported']],
    ['sessionCapabilities.status', {}, ['session.status: supported']],
    ['sessionCapabilities.systemPrompt', {}, ['session.system-prompt: supported']],
    ['sessionCapabilities.subagents', {}, ['session.subagents: supported']],
    ['sessionCapabilities.own', {}, ['acp.agentCapabilities.sessionCapabilities: supported']],
    ['auth.logout', {}, ['auth.logout: supported']],
    ['auth.status', {}, ['auth.status: supported']],
    ['providers', {}, ['acp.providers: supported']],
    ['_meta.own', 1, ['custom.acp-agent.own: supported']],
    ['own', 1, ['acp.agentCapabilities: supported']],
  ])('%s', (path, content, changes) => {
    expect(saying({ agentCapabilities: {} }, `agentCapabilities.${path}`, content)).toEqual(changes)
  })

  test.each([
    ['agentInfo.name', 'x', ['identity.name: supported']],
    ['agentInfo.title', 'x', ['identity.title: supported']],
    ['agentInfo.version', 'x', ['identity.version: supported']],
    ['protocolVersion', 1, ['acp.protocol-version: supported']],
    ['authMethods', [], ['acp.auth-methods: unsupported']],
    ['authMethods', [{ name: 'x' }], ['acp.auth-methods: supported', 'auth: supported']],
    ['_meta.own', 1, ['custom.acp.own: supported']],
    [
      '_meta.steering',
      { supported: true },
      ['custom.acp.steering: supported', 'interaction.steer: supported'],
    ],
    [
      '_meta.steering',
      { supported: false },
      ['custom.acp.steering: supported', 'interaction.steer: unsupported'],
    ],
    ['own', 1, ['acp.declaration: supported']],
  ])('%s: %j', (path, content, changes) => {
    expect(saying({ agentCapabilities: {} }, path, content)).toEqual(changes)
  })
})

describe('version 2', () => {
  test.each([
    ['session.prompt.image', {}, ['prompt.image: supported']],
    ['session.prompt.audio', {}, ['prompt.audio: supported']],
    ['session.prompt.embeddedContext', {}, ['prompt.embedded-context: supported', 'prompt.file: supported']],
    ['session.mcp.stdio', {}, ['mcp.stdio: supported']],
    ['session.mcp.http', {}, ['mcp.http: supported']],
    ['session.mcp.acp', {}, ['mcp.acp: supported']],
    ['session.delete', {}, ['session.delete: supported']],
    ['session.additionalDirectories', {}, ['session.additional-directories: supported']],
    ['session.fork', {}, ['session.fork: supported']],
    ['session.title', {}, ['session.title: supported']],
    ['session.archive', {}, ['session.archive: supported']],
    ['session.status', {}, ['session.status: supported']],
    ['session.systemPrompt', {}, ['session.system-prompt: supported']],
    ['session.subagents', {}, ['session.subagents: supported']],
    ['auth.logout', {}, ['auth.logout: supported']],
    ['auth.status', {}, ['auth.status: supported']],
    ['providers', {}, ['acp.providers: supported']],
    ['_meta.own', 1, ['custom.acp-agent.own: supported']],
  ])('%s', (path, content, changes) => {
    expect(saying({ capabilities: { session: {} } }, `capabilities.${path}`, content)).toEqual(changes)
  })

  test('implies these capabilities by sessions', () => {
    expect(saying({ capabilities: {} }, 'capabilities.session', {})).toEqual([
      'acp.session.resume: supported',
      'lifecycle.release: supported',
      'session.close: supported',
      'session.list: supported',
      'session.load: supported',
      'session.resume: supported',
    ])
  })

  test.each([
    ['info.name', 'identity.name: supported'],
    ['info.title', 'identity.title: supported'],
    ['info.version', 'identity.version: supported'],
  ])('%s', (path, change) => {
    expect(saying({ capabilities: {} }, path, 'x')).toEqual([change])
  })
})

describe('the normalized shape', () => {
  const no = {
    loadSession: false,
    forkSession: false,
    resumeSession: false,
    closeSession: false,
    listSessions: false,
    additionalDirectories: false,
    mcp: { stdio: false, http: false, sse: false },
    prompt: { text: true, image: false, audio: false, embeddedContext: false },
  }

  test.each([
    ['loadSession', ['session.load: supported', 'session.resume: supported']],
    ['forkSession', ['session.fork: supported']],
    ['resumeSession', ['acp.session.resume: supported', 'session.resume: supported']],
    ['closeSession', ['lifecycle.release: supported', 'session.close: supported']],
    ['listSessions', ['session.list: supported']],
    ['additionalDirectories', ['session.additional-directories: supported']],
    ['mcp.stdio', ['mcp.stdio: supported']],
    ['mcp.http', ['mcp.http: supported']],
    ['mcp.sse', ['mcp.sse: supported']],
    ['prompt.image', ['prompt.image: supported']],
    ['prompt.audio', ['prompt.audio: supported']],
    ['prompt.embeddedContext', ['prompt.embedded-context: supported', 'prompt.file: supported']],
  ])('%s', (path, changes) => {
    expect(saying(no, path, true)).toEqual(changes)
  })
})
