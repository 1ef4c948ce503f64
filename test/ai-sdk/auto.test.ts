import { generateText } from 'ai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAgentProvider } from '../../src/ai-sdk/provider.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

it('answers with the best agent, or the next one if its provider refuses the call', async () => {
  const client = lab.bares({
    'auto-ada': `on['session/prompt'] = ({ id }) => send({ id, error: { code: 529, message: 'no' } })`,
    'auto-bob': `on['session/prompt'] = ({ id }) => send(say('hello'), { id, result: { stopReason: 'end_turn' } })`,
  })
  const agents = createAgentProvider({ ...lab.options, client, permissions: 'allow' })
  const { text, providerMetadata } = await generateText({
    model: agents.auto({ needs: ['prompt.text'] }),
    prompt: 'go',
    maxRetries: 0,
  })
  expect(text).toBe('hello')
  expect(providerMetadata?.['capstan']).toMatchObject({
    agent: 'auto-bob',
    agentChanges: [
      { agent: 'auto-ada', reason: 'chosen' },
      { agent: 'auto-bob', previousAgent: 'auto-ada', reason: 'overload' },
    ],
  })
})

it('refuses needs that no agent meets before the first call', () => {
  const client = lab.bares({ ada: '' })
  const agents = createAgentProvider({ ...lab.options, client })
  expect(() => agents.auto({ needs: ['prompt.video'] })).toThrow('No installed agent fits')
})
