import { existsSync, readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inspect } from 'node:util'
import { createLab, failureOf, type Lab, ofType, readAll } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => void (lab = createLab()))
afterEach(() => lab.remove())

it('redacts the stderr of a crashed agent', async () => {
  const client = lab.bare(`
    on['session/prompt'] = () => {
      const { EXAMPLE_API_KEY, PLAIN } = process.env
      process.stderr.write('plain ' + PLAIN + '\\nrefused: ' + EXAMPLE_API_KEY.slice(0, 9))
      setTimeout(() => {
        process.stderr.write(EXAMPLE_API_KEY.slice(9) + ' mcp-secret-1 header-secret-2\\n')
        process.exit(3)
      }, 100)
    }`)
  let heard = ''
  const failure = await failureOf(
    client.ask('bare', 'go', {
      ...lab.options,
      env: { EXAMPLE_API_KEY: 'key-0123456789', PLAIN: 'plain-value' },
      mcpServers: [{ name: 'one', command: 'never-started', env: { TOKEN_OF_IT: 'mcp-secret-1' } }],
      onStderr: (text) => (heard += text),
    }),
  )
  const clean = 'plain plain-value\nrefused: [redacted] [redacted] header-secret-2\n'
  expect(heard).toBe(clean)
  expect(failure).toMatchObject({
    code: 'AGENT_CRASH',
    message:
      'bare ended with exit code 3 before it had answered: refused: [redacted] [redacted] header-secret-2',
    stderrTail: clean,
  })
})

it('hides the variables of MCP servers from an agent that exposes them', async () => {
  const client = lab.sim({}, { acp: { showsMcpServers: true } })
  const server = { name: 'one', command: 'cat', env: { API_KEY: 'mcp-secret-1' } }
  const session = await client.session('sim', { ...lab.options, mcpServers: [server] })
  const [opened] = lab.sent('session/new')
  expect(JSON.stringify(opened)).not.toContain('mcp-secret-1')
  const [sent] = (opened as { params: { mcpServers: { command: string; args: string[]; env: unknown[] }[] } })
    .params.mcpServers
  const file = sent?.args[2] ?? ''
  expect([sent?.command, sent?.args.slice(3), sent?.env]).toEqual(['/bin/sh', ['cat'], []])
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
    0o600,
    "export API_KEY='mcp-secret-1'\n",
  ])
  await session.close()
  expect(existsSync(file)).toBe(false)
})

it('redacts the error response to a prompt over ACP', async () => {
  const client = lab.bare(`
    on['session/prompt'] = ({ id }) => {
      const words = 'The API key ' + process.env.EXAMPLE_API_KEY + ' is not known'
      send({ id, error: { code: -32603, message: words, data: { details: [words], mcp: 'mcp-secret-1' } } })
    }`)
  const run = client.run({
    agent: 'bare',
    prompt: 'go',
    ...lab.options,
    env: { EXAMPLE_API_KEY: 'key-0123456789' },
    mcpServers: [{ name: 'one', command: 'never-started', env: { TOKEN_OF_IT: 'mcp-secret-1' } }],
  })
  const result = run.result().catch((error: unknown) => error)
  const [events, failure] = [await readAll(run), await result]
  const clean = 'The API key [redacted] is not known'
  expect(failure).toMatchObject({ code: 'AUTH_ERROR', message: expect.stringContaining(clean) })
  expect(ofType(events, 'finish')).toMatchObject([{ error: { message: expect.stringContaining(clean) } }])
  const printed = inspect([failure, events], { depth: 10 })
  expect(printed).toContain("details: [ 'The API key [redacted] is not known' ]")
  expect(printed).not.toMatch(/key-0123456789|mcp-secret-1/)
})

it('redacts invalid lines, including cut excerpts, and stray responses', async () => {
  const client = lab.bare(`
    on['session/prompt'] = ({ id }) => {
      const key = process.env.EXAMPLE_API_KEY
      process.stdout.write('token ' + key + '\\n' + 'x'.repeat(110) + key + 'y'.repeat(90) + '\\n')
      send({ id: 99, error: { code: 1, message: key } })
      send({ id, result: { stopReason: 'end_turn' } })
    }`)
  const env = { EXAMPLE_API_KEY: 'key-0123456789' }
  const events = await readAll(client.run({ agent: 'bare', prompt: 'go', ...lab.options, env }))
  expect(ofType(events, 'raw').map(({ payload }) => payload)).toMatchObject([
    { excerpt: 'token [redacted]' },
    { excerpt: expect.stringMatching(/x\[redacted\]…$/) },
    { id: 99, error: { message: '[redacted]' } },
  ])
  expect(inspect(events, { depth: 10 })).not.toContain('key-0123')
})
