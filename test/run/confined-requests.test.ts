import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
})
