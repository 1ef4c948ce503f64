import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'
import { type Calls, majors, promptTexts, type StreamPart } from './majors.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const work: Scenario = {
  prompts: [
    [
      { step: 'thought', text: 'Let me see' },
      {
        step: 'tool',
        title: 'Look it up',
        name: 'lookup',
        kind: 'read',
        rawInput: { word: 'a' },
        text: 'found',
      },
      { step: 'tool', title: 'Try it', name: 'try', kind: 'execute', rawInput: { n: 1 }, status: 'failed' },
      { step: 'text', text: 'all done' },
      {
        step: 'usage',
        used: 10,
        size: 100,
        cost: { amount: 0.25, currency: 'USD' },
        turn: {
          totalTokens: 100,
          inputTokens: 20,
          outputTokens: 15,
          thoughtTokens: 3,
          cachedReadTokens: 60,
          cachedWriteTokens: 5,
        },
      },
    ],
  ],
}

/** Replaces ids and times, which differ from run to run. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"(?:sim|run|call|message|permission)_\w+(-\d+)?"/g, '"id$1"')
      .replaceAll(/"durationMs":\d+/g, '"durationMs":0'),
  )
}

async function readAll(stream: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const parts: StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const usage = {
  inputTokens: 85,
  inputTokenDetails: { noCacheTokens: 20, cacheReadTokens: 60, cacheWriteTokens: 5 },
  outputTokens: 15,
  outputTokenDetails: { textTokens: 12, reasoningTokens: 3 },
  totalTokens: 100,
}

describe.each(majors)('$name', (major) => {
  const calls = (scenario?: Scenario): Calls => major.calls({ ...lab.options, client: lab.sim(scenario) })

  it('returns text, thinking, tool calls, tokens and costs', async () => {
    const answer = await calls(work).generate({ prompt: 'go' })
    expect(steady(answer.content)).toEqual([
      { type: 'reasoning', text: 'Let me see' },
      {
        type: 'tool-call',
        toolCallId: 'id',
        toolName: 'lookup',
        input: { word: 'a' },
        providerExecuted: true,
        dynamic: true,
      },
      {
        type: 'tool-result',
        toolCallId: 'id',
        toolName: 'lookup',
        input: { word: 'a' },
        output: {
          tool: 'lookup',
          title: 'Look it up',
          kind: 'read',
          status: 'completed',
          content: [{ type: 'content', content: { type: 'text', text: 'found' } }],
        },
        providerExecuted: true,
        dynamic: true,
      },
      {
        type: 'tool-call',
        toolCallId: 'id',
        toolName: 'try',
        input: { n: 1 },
        providerExecuted: true,
        dynamic: true,
      },
      {
        type: 'tool-error',
        toolCallId: 'id',
        toolName: 'try',
        input: { n: 1 },
        error: { tool: 'try', title: 'Try it', kind: 'execute', status: 'failed', content: [] },
        providerExecuted: true,
        dynamic: true,
      },
      { type: 'text', text: 'all done' },
    ])
    const { finishReason, rawFinishReason, warnings, providerMetadata, response } = answer
    expect({ finishReason, rawFinishReason, warnings }).toEqual({
      finishReason: 'stop',
      rawFinishReason: 'end-turn',
      warnings: [],
    })
    expect(answer.usage).toMatchObject(usage)
    expect(steady(providerMetadata)).toEqual({
      capstan: {
        sessionId: 'id',
        runId: 'id',
        cost: { amount: 0.25, currency: 'USD' },
        durationMs: 0,
        warnings: [],
      },
    })
    expect(response.id).toBe(lab.sent('session/prompt')[0]?.params?.['sessionId'])
    expect(response.modelId).toBe('sim')
  })

  it('streams the same parts', async () => {
    const parts = await readAll(calls(work).stream({ prompt: 'go' }))
    const emitted = parts.filter(({ type }) => !/^(start|start-step|finish-step|finish)$/.test(type))
    expect(emitted.map(({ type }) => type)).toEqual([
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'tool-result',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'tool-error',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
    ])
    expect(steady(emitted.filter(({ type }) => type === 'tool-call'))).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'id',
        toolName: 'lookup',
        input: { word: 'a' },
        providerExecuted: true,
        dynamic: true,
      },
      {
        type: 'tool-call',
        toolCallId: 'id',
        toolName: 'try',
        input: { n: 1 },
        providerExecuted: true,
        dynamic: true,
      },
    ])
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop', totalUsage: usage })
  })

  it('returns terminal output of the agent, also if it arrives with the last update', async () => {
    const terminal_output = { terminal_id: 't', data: 'ONE TWO\n' }
    const scenario: Scenario = {
      prompts: [
        [
          {
            step: 'update',
            update: {
              sessionUpdate: 'tool_call',
              toolCallId: 't',
              title: 'echo',
              kind: 'execute',
              rawInput: { command: 'echo' },
              content: [{ type: 'terminal', terminalId: 't' }],
            },
          },
          {
            step: 'update',
            update: {
              sessionUpdate: 'tool_call_update',
              toolCallId: 't',
              status: 'completed',
              _meta: { terminal_output },
            },
          },
        ],
      ],
    }
    const client = lab.sim(scenario, { words: ['--protocol', '1'] })
    const { content } = await major.calls({ ...lab.options, client }).generate({ prompt: 'go' })
    expect(content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))).toEqual([
      {
        title: 'echo',
        kind: 'execute',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 't', output: 'ONE TWO\n' }],
      },
    ])
  })

  it('leaves tokens undefined that the agent did not report', async () => {
    const { usage: tokens } = await calls({ prompts: [[{ step: 'text', text: 'a' }]] }).generate({
      prompt: 'go',
    })
    expect([tokens.inputTokens, tokens.outputTokens, tokens.totalTokens]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    ['max_tokens', 'length', 'max-tokens'],
    ['refusal', 'content-filter', 'refusal'],
    ['max_turn_requests', 'other', 'max-turn-requests'],
  ])('maps the stop reason %s', async (stopReason, finishReason, rawFinishReason) => {
    const answer = await calls({ prompts: [[{ step: 'stop', stopReason }]] }).generate({ prompt: 'go' })
    expect([answer.finishReason, answer.rawFinishReason]).toEqual([finishReason, rawFinishReason])
  })

  it('passes on unknown updates as raw parts', async () => {
    const update = { sessionUpdate: 'something_new', value: 1 }
    const scenario: Scenario = { prompts: [[{ step: 'update', update }]] }
    const parts = await readAll(calls(scenario).stream({ prompt: 'go', includeRawChunks: true } as never))
    const raw = parts.flatMap((part) => (part.type === 'raw' ? [part.rawValue as { type: string }] : []))
    expect(raw.filter(({ type }) => type === 'raw')).toMatchObject([{ payload: { value: 1 } }])
  })

  it('warns about every setting that agents do not support', async () => {
    const { warnings } = await calls().generate({
      prompt: 'say hello',
      temperature: 1,
      topP: 1,
      topK: 1,
      presencePenalty: 1,
      frequencyPenalty: 1,
      seed: 1,
      stopSequences: ['.'],
      maxOutputTokens: 10,
      tools: { weather: { inputSchema: z.object({}) } },
      toolChoice: 'none',
    })
    const own = 'Agents choose their own sampling settings and output length.'
    expect(warnings).toEqual([
      { type: 'unsupported', feature: 'maxOutputTokens', details: own },
      { type: 'unsupported', feature: 'temperature', details: own },
      { type: 'unsupported', feature: 'topP', details: own },
      { type: 'unsupported', feature: 'topK', details: own },
      { type: 'unsupported', feature: 'presencePenalty', details: own },
      { type: 'unsupported', feature: 'frequencyPenalty', details: own },
      { type: 'unsupported', feature: 'seed', details: own },
      { type: 'unsupported', feature: 'stopSequences', details: own },
      {
        type: 'unsupported',
        feature: 'tools',
        details: 'Agents have their own tools, so these were ignored: weather. Add tools with mcpServers.',
      },
      { type: 'unsupported', feature: 'toolChoice', details: 'Agents choose their own tools.' },
    ])
  })

  it('passes on the warnings of the run', async () => {
    const received: string[] = []
    const bare = lab.sim({ initialize: { agentCapabilities: {} } })
    const { warnings } = await major
      .calls({
        ...lab.options,
        client: bare,
        additionalDirectories: [lab.workspace],
        onWarning: (message) => void received.push(message),
      })
      .generate({ prompt: 'say hello' })
    const message = 'Agent sim does not advertise additionalDirectories capability — ignoring 1 entries.'
    expect({ warnings, received }).toEqual({ warnings: [{ type: 'other', message }], received: [message] })
  })

  it('sends a conversation in one prompt, the system message first', async () => {
    const { warnings } = await calls().generate({
      system: 'Be kind.',
      messages: [
        { role: 'user', content: 'say one' },
        { role: 'assistant', content: 'one' },
        { role: 'user', content: 'say two' },
      ],
    })
    expect(promptTexts(lab.sent('session/prompt'))).toEqual([
      'Instructions for this conversation:\nBe kind.\n\nThis is the conversation so far.\n\nThe user:\nsay one\n\nYou:\none\n\nThe user says now:\nsay two',
    ])
    expect(warnings).toEqual([
      {
        type: 'compatibility',
        feature: 'system message',
        details: 'sim does not accept a system prompt here, so the prompt begins with it.',
      },
    ])
  })

  it('sends the system message separately if the agent accepts one', async () => {
    const agentCapabilities = { sessionCapabilities: { systemPrompt: { mode: { override: {} } } } }
    const client = lab.sim({ initialize: { agentCapabilities } }, { words: ['--protocol', '1'] })
    const call = { system: 'Be kind.', prompt: 'say hello' }
    const { warnings } = await major.calls({ ...lab.options, client }).generate(call)
    expect(warnings?.filter(({ type }) => type === 'compatibility')).toEqual([])
    await major.calls({ ...lab.options, client, systemPrompt: 'Be new.' }).generate(call)
    await major.calls({ ...lab.options, client, appendSystemPrompt: 'Be brief.' }).generate(call)
    expect(lab.sent('session/new').map(({ params }) => params?.['systemPrompt'])).toEqual([
      { mode: 'append', content: [{ type: 'text', text: 'Be kind.' }] },
      { mode: 'override', content: [{ type: 'text', text: 'Be new.\n\nBe kind.' }] },
      { mode: 'append', content: [{ type: 'text', text: 'Be brief.\n\nBe kind.' }] },
    ])
    expect(promptTexts(lab.sent('session/prompt'))).toEqual(['say hello', 'say hello', 'say hello'])
  })

  const png = 'iVBORw0KGgoAAAANSUhEUg=='
  const withFiles = {
    messages: [
      {
        role: 'user' as const,
        content: [
          { type: 'text' as const, text: 'say thanks' },
          { type: 'file' as const, data: png, mediaType: 'image/png' },
          { type: 'image' as const, image: Buffer.from(png, 'base64') },
          { type: 'file' as const, data: `data:image/png;base64,${png}`, mediaType: 'image/png' },
          { type: 'file' as const, data: Buffer.from('hello'), mediaType: 'text/plain', filename: 'a.txt' },
          { type: 'file' as const, data: 'AQID', mediaType: 'audio/wav' },
        ],
      },
    ],
  }

  it('sends images and files that the agent accepts, and names the others in a warning', async () => {
    const { text, warnings } = await calls().generate(withFiles)
    const image = 'I got an image: image/png, 16 bytes. '
    expect(text).toBe(
      `${image}${image}${image}I got a resource: attachment:///a.txt, text/plain, 5 bytes. thanks\n`,
    )
    expect(warnings).toEqual([
      {
        type: 'unsupported',
        feature: 'file parts',
        details: 'sim does not accept these parts of the prompt, so they were left out: audio (audio/wav).',
      },
    ])
  })

  it('leaves out all files if the agent accepts none', async () => {
    const { warnings } = await calls({ initialize: { agentCapabilities: {} } }).generate(withFiles)
    expect(promptTexts(lab.sent('session/prompt'))).toEqual(['say thanks\na.txt (text/plain):\nhello'])
    expect(warnings).toEqual([
      {
        type: 'unsupported',
        feature: 'file parts',
        details:
          'sim does not accept these parts of the prompt, so they were left out: image (image/png), audio (audio/wav).',
      },
    ])
  })

  it('lets the agent read but not write by default', async () => {
    writeFileSync(join(lab.workspace, 'a.txt'), 'one line')
    const prompt = 'read a.txt and write b.txt hello'
    const refused = await calls().generate({ prompt })
    const allowed = await major
      .calls({ ...lab.options, client: lab.sim(), permissions: 'allow' })
      .generate({ prompt })
    const outcomes = [refused, allowed].map(({ content }) =>
      content.flatMap((part) =>
        part.type === 'tool-result' || part.type === 'tool-error' ? [part.type] : [],
      ),
    )
    expect(outcomes).toEqual([
      ['tool-result', 'tool-error'],
      ['tool-result', 'tool-result'],
    ])
  })

  it('works in a provider registry of the SDK', async () => {
    expect(await major.byRegistry('capstan:sim', { ...lab.options, client: lab.sim() })).toBe('hello\n')
  })
})
