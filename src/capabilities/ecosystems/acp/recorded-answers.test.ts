import { describe, expect, test } from 'vitest'
import { readFixture } from '../../../../test/read-fixture.ts'
import { readDeclaration, writeDeclaration } from '../../convert.ts'

interface Recorded {
  /** The agent and the requested version. */
  file: string
  /** Every id, in alphabetical order. */
  supported: string
  normalised: object
  agUi: object
}

const recorded: Recorded[] = [
  {
    file: 'claude.v1.json',
    supported: `
      acp.protocol-version acp.providers acp.session.resume auth.logout
      custom.acp-agent.authStatus custom.acp-agent.claudeCode custom.acp.steering
      delivery.immediate delivery.on-idle events.status.changed events.transcript.chunk
      identity.name identity.title identity.version interaction.steer lifecycle.release
      mcp.http mcp.sse mcp.stdio messaging.receive prompt.embedded-context prompt.file
      prompt.image prompt.text session.additional-directories session.close session.delete
      session.fork session.list session.load session.multi-turn session.resume
      session.system-prompt transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: true,
      mcp: { stdio: true, http: true, sse: true },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      humanInTheLoop: { interventions: true },
      identity: { name: 'Claude Agent', version: '0.99.1' },
      state: { persistentState: true },
      custom: {
        acp: { steering: { supported: true } },
        'acp-agent': { claudeCode: { promptQueueing: true }, authStatus: {} },
      },
    },
  },
  {
    file: 'claude.v2.json',
    supported: `
      acp.protocol-version acp.providers acp.session.resume custom.acp-agent.authStatus
      custom.acp-agent.claudeCode delivery.immediate delivery.on-idle events.status.changed
      events.transcript.chunk identity.name identity.title identity.version lifecycle.release
      mcp.http mcp.stdio messaging.receive prompt.embedded-context prompt.file prompt.image
      prompt.text session.additional-directories session.close session.delete session.fork
      session.list session.load session.multi-turn session.resume session.system-prompt
      transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: true,
      mcp: { stdio: true, http: true, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      identity: { name: 'Claude Agent', version: '0.99.1' },
      state: { persistentState: true },
      custom: { 'acp-agent': { claudeCode: { promptQueueing: true }, authStatus: {} } },
    },
  },
  {
    file: 'codex.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version acp.providers acp.session.resume auth auth.logout
      custom.acp-agent.authStatus custom.acp.steering delivery.immediate delivery.on-idle
      events.status.changed events.transcript.chunk identity.name identity.title
      identity.version interaction.steer lifecycle.release mcp.http mcp.stdio
      messaging.receive prompt.embedded-context prompt.file prompt.image prompt.text
      session.additional-directories session.close session.delete session.fork session.list
      session.load session.multi-turn session.resume session.subagents session.system-prompt
      session.title transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: true,
      mcp: { stdio: true, http: true, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      humanInTheLoop: { interventions: true },
      identity: { name: 'Codex', version: '2.6.0' },
      state: { persistentState: true },
      custom: { acp: { steering: { supported: true } }, 'acp-agent': { authStatus: {} } },
    },
  },
  {
    file: 'codex.v2.json',
    supported: `
      acp.auth-methods acp.capabilities.auth acp.protocol-version acp.providers
      acp.session.resume auth custom.acp.steering delivery.immediate delivery.on-idle
      events.status.changed events.transcript.chunk identity.name identity.title
      identity.version interaction.steer lifecycle.release mcp.http mcp.stdio
      messaging.receive prompt.embedded-context prompt.file prompt.image prompt.text
      session.additional-directories session.close session.delete session.fork session.list
      session.load session.multi-turn session.resume session.system-prompt session.title
      transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: true,
      mcp: { stdio: true, http: true, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      humanInTheLoop: { interventions: true },
      identity: { name: 'Codex', version: '2.6.0' },
      state: { persistentState: true },
      custom: { acp: { steering: { supported: true } } },
    },
  },
  {
    file: 'copilot.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version auth auth.logout delivery.immediate
      delivery.on-idle events.status.changed events.transcript.chunk identity.name
      identity.title identity.version lifecycle.release mcp.http mcp.sse mcp.stdio
      messaging.receive prompt.embedded-context prompt.file prompt.image prompt.text
      session.close session.list session.load session.multi-turn session.resume
      transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: false,
      resumeSession: false,
      closeSession: true,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: true, sse: true },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      identity: { name: 'Copilot', version: '1.0.102' },
      state: { persistentState: true },
    },
  },
  {
    file: 'gemini.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version auth delivery.immediate delivery.on-idle
      events.status.changed events.transcript.chunk identity.name identity.title
      identity.version mcp.http mcp.sse mcp.stdio messaging.receive prompt.audio
      prompt.embedded-context prompt.file prompt.image prompt.text session.load
      session.multi-turn session.resume transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: false,
      resumeSession: false,
      closeSession: false,
      listSessions: false,
      additionalDirectories: false,
      mcp: { stdio: true, http: true, sse: true },
      prompt: { text: true, image: true, audio: true, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: true, file: true } },
      identity: { name: 'Gemini CLI', version: '0.61.0' },
      state: { persistentState: true },
    },
  },
  {
    file: 'omp.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version acp.session.resume auth delivery.immediate
      delivery.on-idle events.status.changed events.transcript.chunk identity.name
      identity.title identity.version lifecycle.release mcp.http mcp.sse mcp.stdio
      messaging.receive prompt.embedded-context prompt.file prompt.image prompt.text
      session.close session.fork session.list session.load session.multi-turn session.resume
      transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: true, sse: true },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      identity: { name: 'Oh My Pi', version: '18.2.3' },
      state: { persistentState: true },
    },
  },
  {
    file: 'openclaw.v1.json',
    supported: `
      acp.protocol-version acp.session.resume delivery.immediate delivery.on-idle
      events.status.changed events.transcript.chunk identity.name identity.title
      identity.version lifecycle.release mcp.stdio messaging.receive prompt.embedded-context
      prompt.file prompt.image prompt.text session.close session.list session.load
      session.multi-turn session.resume transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: false,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      identity: { name: 'OpenClaw ACP Gateway', version: '2026.9.6' },
      state: { persistentState: true },
    },
  },
  {
    file: 'opencode.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version acp.session.resume auth delivery.immediate
      delivery.on-idle events.status.changed events.transcript.chunk identity.name
      identity.version lifecycle.release mcp.http mcp.sse mcp.stdio messaging.receive
      prompt.embedded-context prompt.file prompt.image prompt.text session.close session.fork
      session.list session.load session.multi-turn session.resume transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: true,
      resumeSession: true,
      closeSession: true,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: true, sse: true },
      prompt: { text: true, image: true, audio: false, embeddedContext: true },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false, file: true } },
      identity: { name: 'OpenCode', version: '1.18.33' },
      state: { persistentState: true },
    },
  },
  {
    file: 'pi.v1.json',
    supported: `
      acp.auth-methods acp.protocol-version auth delivery.immediate delivery.on-idle
      events.status.changed events.transcript.chunk identity.name identity.title
      identity.version mcp.stdio messaging.receive prompt.image prompt.text session.delete
      session.list session.load session.multi-turn session.resume transport.streaming`,
    normalised: {
      loadSession: true,
      forkSession: false,
      resumeSession: false,
      closeSession: false,
      listSessions: true,
      additionalDirectories: false,
      mcp: { stdio: true, http: false, sse: false },
      prompt: { text: true, image: true, audio: false, embeddedContext: false },
    },
    agUi: {
      transport: { streaming: true },
      multimodal: { input: { image: true, audio: false } },
      identity: { name: 'pi ACP adapter', version: '0.0.34' },
      state: { persistentState: true },
    },
  },
]

describe.each(recorded)('$file', ({ file, supported, normalised, agUi }) => {
  const message = readFixture(`acp-initialize/${file}`) as { result: { protocolVersion: 1 | 2 } }
  const profile = readDeclaration('acp', message)

  test('lists what the agent supports', () => {
    const ids = Object.values(profile.facts).filter(({ support }) => support === 'supported')
    expect(ids.map(({ id }) => id).toSorted()).toEqual(supported.trim().split(/\s+/))
  })

  test('converts to the normalized shape without assumptions', () => {
    const { declaration, assumed } = writeDeclaration('acp', profile)
    expect({ declaration, assumed }).toEqual({ declaration: normalised, assumed: [] })
  })

  test('converts to an AG-UI declaration', () => {
    expect(writeDeclaration('ag-ui', profile).declaration).toEqual(agUi)
  })

  test('survives a round trip', () => {
    const { protocolVersion } = message.result
    expect(writeDeclaration('acp', profile, { protocolVersion })).toEqual({
      declaration: message.result,
      notCarried: [],
      assumed: [],
    })
  })
})
