import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentModel, agentModelV3 } from '../../src/ai-sdk/agent-model.ts'
import { createAgentProvider } from '../../src/ai-sdk/provider.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'
import { type Calls, majors, promptTexts, type StreamPart } from './majors.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const hang: Scenario = { prompts: [[{ step: 'text', text: 'on it' }, { step: 'hang' }]] }

describe.each(majors)('$name', (major) => {
  const calls = (scenario?: Scenario): Calls => major.calls({ ...lab.options, client: lab.sim(scenario) })

  it('fails with the error of the run', async () => {
    const scenario: Scenario = { prompts: [[{ step: 'crash', exitCode: 7 }]] }
    await expect(calls(scenario).generate({ prompt: 'go' })).rejects.toMatchObject({
      code: 'AGENT_CRASH',
      message: 'sim ended with exit code 7 before it had answered',
    })
  })

  it('streams the error of the run and ends', async () => {
    const scenario: Scenario = {
      prompts: [
        [
          { step: 'text', text: 'on it' },
          { step: 'crash', exitCode: 7 },
        ],
      ],
    }
    const parts: StreamPart[] = []
    for await (const part of calls(scenario).stream({ prompt: 'go' })) parts.push(part)
    expect(parts.flatMap((part) => (part.type === 'error' ? [part.error] : []))).toMatchObject([
      { code: 'AGENT_CRASH' },
    ])
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'error', rawFinishReason: 'error' })
  })

  it('stops the agent when a call is aborted', async () => {
    const controller = new AbortController()
    const answer = calls(hang).generate({ prompt: 'go', abortSignal: controller.signal })
    await vi.waitFor(() => expect(lab.received('session/update').length).toBeGreaterThan(0), 10_000)
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError', cause: { code: 'ABORTED' } })
    expect(lab.running()).toEqual([])
  })

  it('does not start the agent when the call is already aborted', async () => {
    await expect(calls().generate({ prompt: 'go', abortSignal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(lab.sent()).toEqual([])
  })

  it('stops the agent when a stream is aborted', async () => {
    const controller = new AbortController()
    const parts: string[] = []
    for await (const part of calls(hang).stream({ prompt: 'go', abortSignal: controller.signal })) {
      parts.push(part.type)
      if (part.type === 'text-delta') controller.abort()
    }
    expect(parts.at(-1)).toBe('abort')
    await vi.waitFor(() => expect(lab.running()).toEqual([]), 10_000)
  })

  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name', 'age'],
    additionalProperties: false,
  }
  const say = (text: string): Scenario['prompts'] => [[{ step: 'text', text }]]
  const fenced = 'Here it is:\n```json\n{"name":"Ada","age":36}\n```\nThat was all.'

  it.each(['object', 'output'] as const)('answers with JSON that fits the schema: %s', async (way) => {
    expect(await calls({ prompts: say(fenced) ?? [] })[way]({ prompt: 'who?', schema })).toEqual({
      name: 'Ada',
      age: 36,
    })
    const [prompt = ''] = promptTexts(lab.sent('session/prompt'))
    expect(prompt).toMatch(/^who\?\n\nYour final answer must be one JSON value and nothing else/)
    expect(prompt).toContain('"required":["name","age"]')
  })

  it('asks the agent to correct an answer that does not fit the schema', async () => {
    const scenario: Scenario = { prompts: [...(say('{"name":"Ada"}') ?? []), ...(say(fenced) ?? [])] }
    expect(await calls(scenario).object({ prompt: 'who?', schema })).toEqual({ name: 'Ada', age: 36 })
    const [, again = ''] = promptTexts(lab.sent('session/prompt'))
    expect(again).toContain('Your answer is not the requested JSON:\n- age is missing')
  })

  it('fails when the corrected answer does not fit either', async () => {
    const scenario: Scenario = { prompts: [...(say('no') ?? []), ...(say('no') ?? [])] }
    await expect(calls(scenario).object({ prompt: 'who?', schema })).rejects.toMatchObject({
      code: 'OUTPUT_INVALID',
    })
  })
})

describe('a model', () => {
  it('applies the effort of a call, and warns about an unsupported effort', async () => {
    const model = agentModel('sim', { ...lab.options, client: lab.sim() })
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'say hello' }] }]
    const thoughts = async (reasoning: string): Promise<unknown> => {
      const { content, warnings } = await model.doGenerate({ prompt, reasoning })
      const [first] = content
      return [first?.type === 'reasoning' && /with (\w+) effort/.exec(first.text)?.[1], warnings]
    }
    expect(await thoughts('high')).toEqual(['high', []])
    expect(await thoughts('provider-default')).toEqual(['medium', []])
    expect(await thoughts('minimal')).toEqual([
      'medium',
      [
        {
          type: 'unsupported',
          feature: 'reasoning',
          details:
            "Agent 'sim' does not support thinking effort level 'minimal'. Use low to high, max for sim.",
        },
      ],
    ])
    const strict = agentModel('sim', { ...lab.options, client: lab.sim(), strict: true })
    await expect(strict.doStream({ prompt, reasoning: 'minimal' })).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
      capability: 'thinkingEffort',
    })
  })

  it('stops the agent when its stream is canceled, before or after the first read', async () => {
    const model = agentModelV3('sim', { ...lab.options, client: lab.sim({ ...hang, repeat: true }) })
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }]
    const { stream: unread } = await model.doStream({ prompt })
    await unread.cancel()
    expect(lab.running()).toEqual([])
    const { stream } = await model.doStream({ prompt })
    const reader = stream.getReader()
    await reader.read()
    const pending = reader
      .read()
      .then(() => reader.read())
      .then(() => reader.read())
      .then(() => reader.read())
    await vi.waitFor(() => expect(lab.received('session/update').length).toBeGreaterThan(0), 10_000)
    await reader.cancel()
    await pending
    expect(lab.running()).toEqual([])
  })

  it('cancels a form, since no person can fill it in', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } } }
    const client = lab.sim({ prompts: [[{ step: 'elicit', message: 'Who are you?', form }]] })
    const model = agentModel('sim', { ...lab.options, client })
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }]
    const { content } = await model.doGenerate({ prompt })
    expect(JSON.stringify(content)).toContain('cancel')
  })

  it('rejects an unknown agent, a relative cwd and permissions that ask a person', () => {
    const client = lab.sim()
    expect(() => agentModel('nobody', { client })).toThrow(/nobody/)
    expect(() => agentModel('sim', { client, cwd: 'here' })).toThrow('cwd must be an absolute path')
    for (const settings of [{ permissions: 'ask' }, { approvalMode: 'prompt' }] as const) {
      expect(() => agentModelV3('sim', { client, ...settings })).toThrow(
        "permissions cannot be 'ask': a model without a session cannot wait for an answer",
      )
    }
  })

  it('has an id made of agent and model', () => {
    const provider = createAgentProvider({ client: lab.sim(), allowUnknownModel: true })
    expect([provider('sim').modelId, provider.languageModel('sim/some/model').modelId]).toEqual([
      'sim',
      'sim/some/model',
    ])
    expect(() => provider.imageModel('sim')).toThrow('The agent sim is not an image model')
    expect(() => provider.embeddingModel('sim')).toThrow('The agent sim is not an embedding model')
  })
})
