import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunOptions } from '../../src/run/api/options.ts'
import { sandboxSupport } from '../../src/sandbox/bubblewrap.ts'
import { createLab, type Lab, readAll, textIn } from '../support/sim-lab.ts'

const hasSandbox = 'path' in sandboxSupport(process.env)

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

/** An agent that sends requests which the handshake did not offer, and reports the answers as text. */
const forging = (requests: readonly object[]): string => `
  const left = ${JSON.stringify(requests)}
  let prompt
  const next = () => {
    const request = left.shift()
    if (request === undefined) return send({ id: prompt, result: { stopReason: 'end_turn' } })
    send({ id: 'forged', method: request.method, params: { sessionId: 's1', ...request.params } })
  }
  on['session/prompt'] = ({ id }) => { prompt = id; next() }
  on[undefined] = ({ id, result, error }) => {
    if (id === 'forged') { send(say(JSON.stringify(result ?? error.message) + ' ')); next() }
  }
`

async function answersTo(requests: readonly object[], options: Partial<RunOptions>): Promise<string> {
  const run = lab.bare(forging(requests)).run({ ...lab.options, agent: 'bare', prompt: 'go', ...options })
  return textIn(await readAll(run))
}

describe.skipIf(!hasSandbox)('an agent in the sandbox', () => {
  it.each([
    ['deny'],
    [{ policy: 'allow-reads', commands: ['touch outside'] }],
    [{ policy: 'ask', tools: ['*'] }],
    ['allow'],
  ] as const)('has none of its files and commands served outside of it: %j', async (permissions) => {
    const file = join(lab.workspace, 'secret.txt')
    writeFileSync(file, 'secret')
    const requests = [
      { method: 'fs/read_text_file', params: { path: file } },
      { method: 'fs/write_text_file', params: { path: join(lab.workspace, 'written'), content: 'x' } },
      { method: 'terminal/create', params: { command: 'touch', args: ['outside'] } },
      { method: 'terminal/output', params: { terminalId: 'terminal-1' } },
    ]
    expect(await answersTo(requests, { permissions, sandbox: true })).toBe(
      '"fs/read_text_file is not supported" "fs/write_text_file is not supported" ' +
        '"terminal/create is not supported" "terminal/output is not supported" ',
    )
    expect(existsSync(join(lab.workspace, 'outside'))).toBe(false)
    expect(existsSync(join(lab.workspace, 'written'))).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('secret')
  })

  /** Asks once, and then tries what the sandbox should not allow. */
  const trying = (toolCall: object): string => `
    const { writeFileSync } = require('node:fs')
    const { request } = require('node:http')
    const options = [{ optionId: 'once', name: 'Once', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }]
    let prompt
    on['session/prompt'] = ({ id }) => {
      prompt = id
      const toolCall = { toolCallId: 't1', status: 'pending', ...${JSON.stringify(toolCall)} }
      send({ id: 'q', method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } })
    }
    on[undefined] = ({ id, result }) => {
      if (id !== 'q') return
      const write = (name) => { try { writeFileSync(name, 'x'); return 'written' } catch { return 'kept' } }
      const end = (host) => {
        send(say([result.outcome.optionId, write('a.txt'), host].join(' ')))
        send({ id: prompt, result: { stopReason: 'end_turn' } })
      }
      const { hostname, port } = new URL(process.env.HTTPS_PROXY)
      // The proxy starts beside the agent.
      const connect = () => request({ hostname, port, method: 'CONNECT', path: 'evil.test:443' })
        .on('connect', (response) => end(response.statusCode === 403 ? 'blocked' : 'open'))
        .on('error', () => setTimeout(connect, 50))
        .end()
      connect()
    }
  `
  const edit = { kind: 'edit', rawInput: { path: 'dist/a.js' }, locations: [{ path: 'dist/a.js' }] }
  const command = { kind: 'execute', rawInput: { command: 'npm test', description: 'https://evil.test' } }

  it.each<[string, RunOptions['permissions'], object, string]>([
    ['a read', 'allow-reads', { kind: 'read', rawInput: { path: 'a.txt' } }, 'once kept blocked'],
    [
      'a read with an address',
      'allow-reads',
      { kind: 'read', title: 'https://evil.test', rawInput: { path: 'a.txt', reason: 'https://evil.test' } },
      'once kept blocked',
    ],
    ['a read that a function allows', () => 'allow', { kind: 'read', rawInput: {} }, 'once kept blocked'],
    ['a change in a folder to write', { policy: 'ask', write: ['dist'] }, edit, 'once kept blocked'],
    ['a listed command', { policy: 'ask', commands: ['npm test'] }, command, 'once written blocked'],
    [
      'a listed command with an address',
      { policy: 'ask', commands: ['curl *'] },
      { kind: 'execute', rawInput: { command: 'curl https://evil.test' } },
      'once written blocked',
    ],
    ['a command that a function allows', () => 'allow', command, 'once written blocked'],
    [
      'a command with an address that a function allows',
      () => 'allow',
      { kind: 'execute', rawInput: { command: 'curl https://evil.test' } },
      'once written open',
    ],
  ])('gets no more than %s needs', async (_, permissions, toolCall, expected) => {
    mkdirSync(join(lab.workspace, 'dist'))
    const given = permissions === undefined ? {} : { permissions }
    const client = lab.bare(trying(toolCall))
    await using session = await client.session('bare', { ...lab.options, ...given })
    expect(textIn(await readAll(session.run('go')))).toBe(expected)
  })
})

describe('an agent outside of the sandbox', () => {
  it.each([
    ['deny', 'Read FILE was refused'],
    ['allow-reads', '{"content":"secret"}'],
  ] as const)('has files served as the policy allows: %s', async (permissions, expected) => {
    const file = join(lab.workspace, 'secret.txt')
    writeFileSync(file, 'secret')
    const requests = [{ method: 'fs/read_text_file', params: { path: file } }]
    const answers = await answersTo(requests, { permissions, sandbox: false })
    expect(answers).toContain(expected.replace('FILE', file))
  })
})
