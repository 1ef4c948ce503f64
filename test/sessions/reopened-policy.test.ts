import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAgentSession } from '../../src/sessions/agent/open-agent-session.ts'
import { sandboxSupport } from '../../src/sandbox/bubblewrap.ts'
import { createSessionsLab, type SessionsLab } from '../support/agent-sessions.ts'
import { failureOf } from '../support/sim-lab.ts'

const hasSandbox = 'path' in sandboxSupport(process.env)

let lab: SessionsLab
beforeEach(() => {
  lab = createSessionsLab()
})
afterEach(async () => await lab.remove())

const resumable = `
  on.initialize = ({ id }) =>
    send({ id, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } } })
  on['session/resume'] = ({ id }) => send({ id, result: {} })
`

describe('a session that is opened again', () => {
  it('needs its policy again if that was a function', async () => {
    const client = lab.bare(resumable)
    const options = { client, sessions: lab.sessions, agent: 'bare', sandbox: false, ...lab.options }
    const first = await openAgentSession({ ...options, permissions: () => 'deny' as const })
    await first.stop('test')
    const snapshot = first.origin
    expect(await failureOf(openAgentSession({ ...options, snapshot }))).toMatchObject({
      code: 'NOT_RESUMABLE',
      message: 'Cannot resume @bare: its permission policy is a function, which a snapshot cannot hold',
      hint: 'Set permissions.',
    })
    const second = await openAgentSession({ ...options, snapshot, permissions: 'deny' })
    await second.stop('test')
  })

  it.skipIf(!hasSandbox)('does not open without the sandbox that it had', async () => {
    const client = lab.bare(resumable)
    const { env = {} } = lab.options
    const options = { client, sessions: lab.sessions, agent: 'bare', ...lab.options }
    const first = await openAgentSession({ ...options, permissions: 'ask' })
    await first.stop('test')
    const PATH = join(lab.workspace, 'empty')
    const again = { ...options, snapshot: first.origin, env: { ...env, PATH } }
    expect(await failureOf(openAgentSession(again))).toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  })
})
