import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLab, failureOf, type Lab } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => void (lab = createLab()))
afterEach(() => lab.remove())

it('takes secrets out of what a dying agent wrote to stderr', async () => {
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
