import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost } from '../../../test/support/a2e.ts'
import { createLab } from '../../../test/support/sim-lab.ts'
import { agentsPlugin } from './agents-plugin.ts'

it('offers tools to list agents, read their capabilities and prompt them', async () => {
  const lab = createLab()
  try {
    const root = testFolder()
    const { env = {} } = lab.options
    const host = await testHost({ root, plugins: [agentsPlugin({ client: lab.sim(), run: { env } })] })
    const { ask, events } = await testAgent(host, ['tools'])
    const call = async (tool_name: string, input: Record<string, unknown>): Promise<unknown> => {
      const { data } = await ask('tool/call/req', { tool_name, arguments: input, streaming: true })
      return (data as { data: unknown }).data
    }

    const { tools } = await ask('tool/list/req', {})
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      'list_agents',
      'agent_capabilities',
      'ask_agent',
    ])
    expect(await call('list_agents', {})).toMatchObject([{ id: 'sim', available: true }])
    const capabilities = (await call('agent_capabilities', { agent: 'sim' })) as Record<string, string[]>
    expect(capabilities['supported']).toContain('session.resume')

    const answer = await call('ask_agent', { agent: 'sim', prompt: 'say good morning' })
    expect(answer).toMatchObject({
      agent: 'sim',
      text: expect.stringContaining('good morning'),
      stopReason: 'end-turn',
    })
    expect(events.map(({ kind }) => kind)).toContain('artifact')
  } finally {
    await lab.remove()
  }
})

it('refuses a policy that would wait for a person', () => {
  const lab = createLab()
  const client = lab.sim()
  for (const permissions of ['ask', { policy: 'ask', commands: ['npm test'] }] as const) {
    expect(() => agentsPlugin({ client, run: { permissions } })).toThrow(
      "permissions cannot be 'ask': a caller of A2E cannot answer",
    )
  }
  return lab.remove()
})

it('allows an agent only to read in the root of the host', async () => {
  const lab = createLab()
  try {
    const root = testFolder()
    writeFileSync(join(root, 'note.txt'), 'the word is capstan')
    const { env = {} } = lab.options
    const host = await testHost({ root, plugins: [agentsPlugin({ client: lab.sim(), run: { env } })] })
    const { ask, refusal } = await testAgent(host, ['tools'])
    const prompt = 'write hello.txt hello world'
    await ask('tool/call/req', { tool_name: 'ask_agent', arguments: { agent: 'sim', prompt } })
    expect(existsSync(join(root, 'hello.txt'))).toBe(false)
    expect(
      await refusal('tool/call/req', { tool_name: 'ask_agent', arguments: { agent: 'sim' } }),
    ).toMatchObject({ code: 'schema_violation' })
    const unknown = await ask('tool/call/req', {
      tool_name: 'ask_agent',
      arguments: { agent: 'nobody', prompt: 'hello' },
    })
    expect(unknown).toMatchObject({ data: { success: false, error: expect.stringContaining('nobody') } })
  } finally {
    await lab.remove()
  }
})
