import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { mcpSettings, touchingServer } from './mcp-settings.ts'
import { type HeldAgent, heldAgents, policyCases } from './policy-expectations.ts'
import type { PolicyOutcome } from './policy-job.ts'
import { startConfinedJob } from './start-confined-job.ts'
import { startPolicyJob } from './start-policy-job.ts'

const { adapters } = createClient()
const tries = ['mcp-tool'] as const

describe.each(heldAgents.filter(isAsked))('%s', (agent: HeldAgent) => {
  const { definition } = adapters.get(agent)
  const { expected, mcpTool = 'touch', ...settings } = mcpSettings[agent]
  beforeAll(() => installFirst(definition))

  it('calls no tool of an MCP server silently, whatever its settings allow', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const outcomes = await startPolicyJob({
      agent,
      surroundings: agentSetups[agent],
      ...settings,
      mcpTool,
      // In the sandbox, the servers of the user's settings do not exist.
      cases: policyCases.map((one) => ({ ...one, sandbox: false, tries })),
      timeout: 500_000,
    })
    const seen = outcomes.map((outcome) => {
      const name = `${outcome.transport} ${outcome.policy}`
      return [name, resultOf(outcome, expected[name])]
    })
    expect(Object.fromEntries(seen)).toEqual(expected)
  })
})

/** What came of a case; of a refusal or a warning, the expected part if it is there. */
function resultOf(
  { refusal, warnings, effects, errors }: PolicyOutcome,
  expected: (typeof mcpSettings)[HeldAgent]['expected'][string] | undefined,
): unknown {
  if (errors.length > 0) return { errors }
  const refused = typeof expected === 'object' && 'refused' in expected ? expected.refused : undefined
  if (refusal !== undefined) return { refused: refusal.includes(refused ?? refusal) ? refused : refusal }
  const warned = typeof expected === 'object' && 'warned' in expected ? expected.warned : undefined
  if (warned !== undefined) return { warned: warnings.find((one) => one.includes(warned)) && warned }
  return effects['mcp-tool']
}

describe.each((['omp', 'pi'] as const).filter(isAsked))('%s', (agent) => {
  const { definition } = adapters.get(agent)
  const { expected: _, mcpTool = 'touch', ...settings } = mcpSettings[agent]

  it('asks once about an MCP tool that a person then allows', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const transport = agent === 'pi' ? 'cli' : 'acp'
    const [outcome] = await startPolicyJob({
      agent,
      surroundings: agentSetups[agent],
      ...settings,
      mcpTool,
      cases: [{ transport, policy: 'ask', sandbox: false, answer: 'allow', tries }],
      timeout: 100_000,
    })
    expect(outcome).toMatchObject({
      errors: [],
      effects: { 'mcp-tool': 'allowed' },
      questions: { 'mcp-tool': 1 },
    })
  })
})

describe.runIf(isAsked('codex'))('codex in the sandbox', () => {
  const { definition } = adapters.get('codex')

  it('asks the person about a tool of an MCP server of the run', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const tried = (['deny', 'allow'] as const).map((answer) => ({ answer, file: `${answer}.txt` }))
    const outcomes = await startConfinedJob({
      agent: 'codex',
      surroundings: agentSetups.codex,
      scripts: tried.map(({ file }) => ({
        when: `Touch ${file}`,
        steps: [
          { step: 'tool', use: 'touch', input: { path: `{cwd}/${file}` } },
          { step: 'text', text: 'It is over' },
        ],
      })),
      runs: tried.map(({ answer, file }) => ({
        prompt: `Touch ${file}`,
        transport: 'acp',
        answer,
        mcpServers: [{ name: 'touching', ...touchingServer }],
      })),
      timeout: 200_000,
    })
    const seen = outcomes.map(({ error, events, sent }, index) => ({
      ...tried[index],
      error,
      asked: events.filter(({ type }) => type === 'permission.requested').length,
      // What the tool answered reaches the model.
      touched: sent.includes('touched'),
    }))
    expect(seen).toEqual(
      tried.map((one) => ({ ...one, error: undefined, asked: 1, touched: one.answer === 'allow' })),
    )
  })
})
