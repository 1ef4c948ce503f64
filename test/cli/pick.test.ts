import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Choice } from '../../src/capabilities/choice/choice.ts'
import { createMachine } from '../support/machine.ts'

const machine = createMachine()
afterAll(() => machine.remove())

const fact = (support: string): object => ({ support, basis: 'docs' })
const agents = join(machine.home, 'agents.json')
writeFileSync(
  agents,
  JSON.stringify([
    {
      id: 'seer',
      acp: { binary: 'seer', arguments: [] },
      facts: { 'prompt.image': fact('supported'), 'output.structured': fact('unsupported') },
    },
    {
      id: 'scribe',
      acp: { binary: 'scribe', arguments: [] },
      facts: { 'output.structured': fact('supported') },
    },
  ]),
)
/** Answers every request; a prompt with an error, or with text and the name of the program. */
const agent = (prompt: string): string => `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
if (process.argv.includes('--version')) { console.log('1.0.0'); process.exit() }
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
  if (method === 'session/prompt') { ${prompt} }
})`
const answer = `
  send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'scribe answers' } } } })
  send({ id, result: { stopReason: 'end_turn' } })`
machine.addProgram(
  'seer',
  agent(`send({ id, error: { code: 429, message: 'Slow down', data: { retryAfterMs: 600000 } } })`),
)
machine.addProgram('scribe', agent(answer))
const run = (...words: string[]) => machine.run([...words, '--agents', agents])
const allow = ['--permissions', 'allow', '--allow-unenforced']

describe('pick', () => {
  it('chooses an installed agent before a better known one, and names the losers', async () => {
    const { exitCode, stdout } = await run('pick', '--need', 'json schema', '--installed', '--json')
    const choice = JSON.parse(stdout) as Choice
    expect(exitCode).toBe(0)
    expect(choice.winner).toEqual({
      agent: 'scribe',
      needs: [
        {
          need: 'json schema',
          verdict: 'met',
          requirement: { id: 'output.structured' },
          source: 'declared',
        },
      ],
    })
    expect(choice.losers.find((loser) => loser.agent === 'seer')?.reasons).toEqual([
      {
        type: 'need',
        need: 'json schema',
        verdict: 'unsupported',
        requirement: { id: 'output.structured' },
        source: 'declared',
      },
    ])
    expect(choice.losers.find((loser) => loser.agent === 'claude')?.reasons).toContainEqual({
      type: 'not-installed',
    })
  })

  it('explains every loser', async () => {
    const { stdout } = await run('pick', '--need', 'prompt.image', '--installed', '--explain')
    expect(stdout).toContain('seer: chosen\n  prompt.image: met, declared\n  price unknown\n')
    expect(stdout).toContain('scribe: rejected\n  prompt.image: unknown, no evidence yet\n')
    expect(stdout).toContain('sim: rejected\n  simulated: calls no model\n')
  })

  it('never takes an unknown price for a low one, and says what to install', async () => {
    const { stdout } = await run('pick', '--need', 'json schema', '--max-price', '3')
    const [first, second] = stdout.split('\n')
    expect(first).toMatch(/^\S+ {2}\$[\d.]+ in, \$[\d.]+ out per million tokens$/)
    expect(second).toMatch(/^Not installed. Try: capstan install \w+$/)
  })

  it.each([
    [['--need', 'prompt.video', '--installed'], 6, ''],
    [['--need', 'structurd'], 2, 'error UNKNOWN_NEED: No capability is known as structurd'],
    [['--need', 'session'], 2, 'error AMBIGUOUS_NEED: session means'],
    [['--max-price', 'cheap'], 2, 'error USAGE_ERROR: --max-price cheap is not an amount'],
    [['--need', ','], 2, 'error USAGE_ERROR: --need , has an empty entry'],
  ])('ends %j with %d', async (words, exitCode, message) => {
    const result = await run('pick', ...words)
    expect(result.exitCode).toBe(exitCode)
    expect(result.stderr.startsWith(message)).toBe(true)
  })
})

describe('agents --need', () => {
  it('lists the agents that fit, the best first', async () => {
    const { stdout } = await run('agents', '--need', 'output.structured', '--json')
    const rows = JSON.parse(stdout) as { agent: string }[]
    expect(rows[0]?.agent).toBe('scribe')
    expect(rows.map((row) => row.agent)).not.toContain('seer')
  })
})

describe('run', () => {
  it('lets another agent answer, and reports it in the footer, the list of agents and the cool-down file', async () => {
    const { exitCode, stdout, stderr } = await run('run', 'seer', 'hi', '--fallback', 'scribe', ...allow)
    expect([exitCode, stdout.trim()]).toEqual([0, 'scribe answers'])
    expect(stderr).toMatch(/warning seer: rate-limit until \S+; scribe takes over/)
    expect(stderr).toMatch(
      /answered by scribe \(seer: rate-limit until \S+\).*capstan run scribe --resume s1/,
    )
    const stored = readFileSync(join(machine.capstanHome, 'cool-downs.json'), 'utf8')
    expect(stored).toContain('"isReported":true')
    expect((await run('agents', '--installed')).stdout).toMatch(
      /seer: rate-limit, the provider refuses requests until 20/,
    )
  })

  it('chooses the agent with auto, by needs of a configuration file too', async () => {
    const chosen = await run('run', 'auto', 'hi', '--need', 'json schema', ...allow)
    expect(chosen.stdout.trim()).toBe('scribe answers')
    expect(chosen.stderr).toContain('answered by scribe (chosen)')
    writeFileSync(join(machine.home, 'capstan.config.json'), JSON.stringify({ needs: ['prompt.video'] }))
    await machine.run(['config', 'trust'])
    const refused = await run('run', 'auto', 'hi', ...allow)
    expect([refused.exitCode, refused.stderr.split(':')[0]]).toEqual([6, 'error NO_AGENT_FITS'])
    writeFileSync(join(machine.home, 'capstan.config.json'), JSON.stringify({ fallback: ['scribe', 'seer'] }))
    await machine.run(['config', 'trust'])
    const other = await run('run', 'seer', 'hi', ...allow)
    expect(other.stdout.trim()).toBe('scribe answers')
  })

  it.each([
    [['seer', 'hi', '--need', 'images'], 'needs is only for the agent auto'],
    [['seer', 'hi', '--fallback', 'nobody'], 'nobody'],
    [['auto', 'hi', '--fallback', 'scribe'], 'fallback cannot be given together with the agent auto'],
  ])('refuses %j', async (words, message) => {
    const { exitCode, stderr } = await run('run', ...words)
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(message)
  })
})
