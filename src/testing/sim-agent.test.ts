import { expect, it } from 'vitest'
import { createClient } from '../run/client.ts'
import { replayAgent } from './replay-agent.ts'
import { simAgent } from './sim-agent.ts'

it('starts the sim with the given options', () => {
  const { id, simulated, acp } = simAgent({
    id: 'other',
    protocol: 2,
    scenario: { stubborn: true },
    paceMs: 5,
    home: '/somewhere',
  })
  expect({ id, simulated, acp }).toEqual({
    id: 'other',
    simulated: true,
    acp: {
      binary: 'capstan-sim',
      own: true,
      arguments: ['--scenario', '{"stubborn":true}', '--protocol', '2', '--pace', '5'],
      environment: { CAPSTAN_SIM_HOME: '/somewhere' },
    },
  })
  expect(simAgent().acp).toEqual({ binary: 'capstan-sim', own: true, arguments: [] })
})

it('registers both beside the agents of the catalog', () => {
  const client = createClient()
  client.adapters.register(simAgent({ id: 'mine' }))
  client.adapters.register(replayAgent({ transcript: 'talk.ndjson' }))
  const ids = client.adapters.list().map(({ id }) => id)
  expect(ids.slice(-2)).toEqual(['mine', 'replay'])
})

it('rejects an invalid scenario and names the problem', async () => {
  const scenario = { prompts: [[{ step: 'dance' }]] } as never
  const client = createClient({ definitions: [simAgent({ scenario })] })
  await expect(client.ask('sim', 'go')).rejects.toMatchObject({
    code: 'AGENT_CRASH',
    exitCode: 2,
    message: expect.stringContaining('prompts.0.0.step'),
  })
})
