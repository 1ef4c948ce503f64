import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { codexOutputReader } from '../../agents/catalog/codex/output-reader.lazy.ts'
import { sim } from '../../agents/catalog/sim/definition.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { yes } from '../../agents/definition/definition-fact.ts'
import { flag } from '../../agents/definition/definition-flags.ts'
import { createClient } from '../../run/client.ts'
import { createModelProvider } from '../provider/server.ts'
import type { CheckName } from './check-name.ts'
import { loopbackPrompts } from './prompts.ts'
import { runAgentContract } from './run-contract.ts'

const program = resolve(import.meta.dirname, '../../../test/support/provider-agent.ts')
const plainProgram = resolve(import.meta.dirname, '../../../test/support/plain-command-line.ts')
const claims = ['image', 'mcp-http', 'resume', 'load', 'fork', 'effort', 'billed-tokens'] as const

/** Tries an agent that really asks the model provider, and lies about what is named. */
async function tryLiar(lies: readonly string[], checks: readonly CheckName[]): Promise<[string, string][]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-liar-')))
  const provider = await createModelProvider()
  onTestFinished(async () => {
    await provider.close()
    rmSync(root, { recursive: true, force: true })
  })
  const words = [program, provider.url, join(root, 'sessions'), lies.join(',')]
  const definition: AgentDefinition = {
    ...sim,
    id: 'liar',
    binaries: ['node'],
    acp: { binary: 'node', arguments: words },
    ...(lies.includes('cli') ? claimsOnCommandLine(provider.url) : {}),
  }
  const report = await runAgentContract({
    client: createClient({ definitions: [definition] }),
    agent: 'liar',
    folder: root,
    checks,
    prompts: loopbackPrompts,
    provider: { requests: () => provider.requests },
    concurrency: 2,
    // The agent keeps its sessions in a folder of its own.
    options: { sandbox: false },
  })
  return report.checks.map(({ result, saw }) => [result, saw])
}

/** The claims of a command line that ignores all options and prints whole answers. */
function claimsOnCommandLine(url: string): Pick<AgentDefinition, 'facts' | 'flags' | 'outputReader'> {
  return {
    facts: { ...sim.facts, 'output.tool-call-streaming': yes('run'), 'agents-md': yes('run') },
    flags: {
      oneShot: flag('run', [plainProgram, url], { place: 'command' }),
      prompt: flag('run', ['{value}'], { place: 'last' }),
      stream: flag('run', ['--json']),
      image: flag('run', ['--image={value}']),
      'add-directory': flag('run', ['--add-dir={value}']),
      'max-turns': flag('run', ['--max-turns={value}']),
    },
    outputReader: codexOutputReader,
  }
}

it('verifies the claims of an agent that keeps them', { timeout: 240_000 }, async () => {
  expect(await tryLiar([], ['text', 'tool-read', ...claims])).toEqual([
    ['verified', 'text, and a normal end'],
    ['verified', 'a prompt with an image was answered; the image reached the model'],
    ['verified', 'the content of note.txt reached the model, but no event shows it'],
    ['verified', 'the agent called its tool, and the result was not shown'],
    ['verified', 'another process resumed the session, and the model received the earlier turn'],
    ['verified', 'the messages of the session were replayed, and the model received the earlier turn'],
    ['verified', 'the agent forked the session, and the model received the earlier turn'],
    ['verified', 'low → low, medium → medium, high → high, max → max'],
    ['verified', '3504 input and 94 output tokens'],
  ])
})

it('refutes every claim of an agent that advertises them and does none', { timeout: 240_000 }, async () => {
  expect(await tryLiar(['image', 'mcp.http', 'resume', 'load', 'fork', 'effort', 'usage'], claims)).toEqual([
    ['refuted', 'the prompt was answered, but no image reached the model'],
    ['refuted', 'the agent did not connect to the server'],
    ['refuted', 'another process resumed the session, but the model did not receive the earlier turn'],
    ['refuted', 'the messages of the session were replayed, but the model did not receive the earlier turn'],
    ['refuted', 'the agent forked the session, but the model did not receive the earlier turn'],
    ['refuted', 'max is offered, but refused; medium arrives as low'],
    ['refuted', '1752 input and 47 output tokens: 0.50 of what the provider billed'],
  ])
})

it('refutes the claims of a command line that ignores its options', { timeout: 240_000 }, async () => {
  const checks = [
    ...(['cli-text', 'cli-streamed', 'cli-thinking', 'cli-events', 'cli-tool-call-streaming'] as const),
    ...(['cli-image', 'cli-additional-directory', 'cli-max-turns', 'cli-agents-md'] as const),
  ]
  expect(await tryLiar(['cli'], checks)).toEqual([
    ['verified', 'the text arrived'],
    ['refuted', 'the text arrived whole'],
    ['refuted', 'no thought arrived'],
    ['refuted', 'no tool call was reported before the answer'],
    ['refuted', 'the input arrived whole'],
    ['refuted', 'no image reached the model'],
    ['refuted', 'the content of note.txt did not reach the model'],
    ['refuted', 'the agent sent 4 requests'],
    ['refuted', 'it did not reach the model'],
  ])
})
