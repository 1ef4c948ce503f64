import { expect, test } from 'vitest'
import { createProfile } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import type { ModelMessage } from './call-options.ts'
import { type PromptContext, promptOf } from './prompt.ts'

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** An agent that accepts only these parts. */
function contextOf(supported: readonly string[], changes: Partial<PromptContext> = {}): PromptContext {
  const ids = ['prompt.image', 'prompt.audio', 'prompt.embedded-context', 'session.system-prompt']
  const profile = createProfile(
    { kind: 'agent', id: 'some' },
    ids.map((id) => ({
      id,
      evidence: { source: 'advertised', support: supported.includes(id) ? 'supported' : 'unsupported' },
    })),
  )
  return {
    agent: 'some',
    profile: async () => profile,
    takesSystem: true,
    refusalOf: () => undefined,
    strict: false,
    ...changes,
  }
}

const everything = contextOf([
  'prompt.image',
  'prompt.audio',
  'prompt.embedded-context',
  'session.system-prompt',
])

const withFiles: ModelMessage = {
  role: 'user',
  content: [
    { type: 'text', text: 'look' },
    { type: 'file', data: 'AQID', mediaType: 'image/png' },
    { type: 'file', data: 'BAUG', mediaType: 'audio/wav' },
    { type: 'file', data: 'w6RoCg==', mediaType: 'text/plain', filename: 'a.txt' },
    { type: 'file', data: '/wA=', mediaType: 'application/pdf' },
  ],
}

test('sends a single user message as its text, without reading the profile', async () => {
  const profile = (): never => {
    throw new Error('The profile is not needed')
  }
  expect(await promptOf([user('hello')], { ...everything, profile })).toEqual({
    text: 'hello',
    attachments: [],
    warnings: [],
  })
})

test('sends a conversation as a transcript that ends with the last user message', async () => {
  const messages: ModelMessage[] = [
    user('what is in a.txt?'),
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', toolCallId: '1', toolName: 'read', input: { path: 'a.txt' } },
        { type: 'tool-result', toolCallId: '1', toolName: 'read', output: { type: 'json', value: ['b'] } },
        { type: 'text', text: 'a b' },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '2',
          toolName: 'rm',
          output: { type: 'execution-denied', reason: 'no' },
        },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'file', data: 'AQID', mediaType: 'image/png' },
        { type: 'text', text: 'and here?' },
      ],
    },
  ]
  expect(await promptOf(messages, everything)).toEqual({
    text: `This is the conversation so far.

The user:
what is in a.txt?

You:
[You called read: {"path":"a.txt"}]
[read returned: ["b"]]
a b

Tool results:
[rm returned: refused: no]

The user says now:
[Attached: image/png]
and here?`,
    attachments: [{ kind: 'image', data: 'AQID', mimeType: 'image/png' }],
    warnings: [],
  })
})

test('continues a conversation that ends with a message of the agent', async () => {
  const { text } = await promptOf(
    [user('count'), { role: 'assistant', content: [{ type: 'text', text: 'one' }] }],
    everything,
  )
  expect(text).toBe(
    'This is the conversation so far.\n\nThe user:\ncount\n\nYou:\none\n\nContinue from here.',
  )
})

test('attaches parts that the agent accepts', async () => {
  expect(await promptOf([withFiles], everything)).toEqual({
    text: 'look',
    attachments: [
      { kind: 'image', data: 'AQID', mimeType: 'image/png' },
      { kind: 'audio', data: 'BAUG', mimeType: 'audio/wav' },
      { kind: 'file', data: 'w6RoCg==', mimeType: 'text/plain', name: 'a.txt' },
      { kind: 'file', data: '/wA=', mimeType: 'application/pdf' },
    ],
    warnings: [],
  })
})

test('names parts it leaves out, and puts text files into the text', async () => {
  const leftOut = {
    text: 'look\na.txt (text/plain):\näh\n',
    attachments: [],
    warnings: [
      {
        type: 'unsupported',
        feature: 'file parts',
        details:
          'some does not accept these parts of the prompt, so they were left out: image (image/png), audio (audio/wav), file (application/pdf).',
      },
    ],
  }
  expect(await promptOf([withFiles], contextOf([]))).toEqual(leftOut)
  const refusal = new CapstanError('TRANSPORT_UNAVAILABLE', 'some takes only files on its command line')
  expect(await promptOf([withFiles], { ...everything, refusalOf: () => refusal })).toEqual(leftOut)
  await expect(promptOf([withFiles], { ...everything, refusalOf: () => refusal, strict: true })).rejects.toBe(
    refusal,
  )
})

test('rejects a part the agent does not accept when strict', async () => {
  await expect(promptOf([withFiles], contextOf([], { strict: true }))).rejects.toMatchObject({
    code: 'CAPABILITY_ERROR',
    id: 'prompt.image',
    support: 'unsupported',
  })
})

test('leaves out an image that is a URL', async () => {
  const data = new URL('https://example.com/a.png')
  const message: ModelMessage = { role: 'user', content: [{ type: 'file', data, mediaType: 'image/png' }] }
  expect(await promptOf([message], everything)).toEqual({
    text: 'See the attachments.',
    attachments: [],
    warnings: [
      {
        type: 'unsupported',
        feature: 'file parts',
        details: 'some does not accept these parts of the prompt, so they were left out: image/png as a URL.',
      },
    ],
  })
  await expect(promptOf([message], { ...everything, strict: true })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'The image/png part has a URL and no content',
  })
})

const system: ModelMessage[] = [{ role: 'system', content: 'Be brief.' }, user('hello')]
const inText = {
  text: 'Instructions for this conversation:\nBe brief.\n\nhello',
  attachments: [],
  warnings: [
    {
      type: 'compatibility',
      feature: 'system message',
      details: 'some does not accept a system prompt here, so the prompt begins with it.',
    },
  ],
}

test('sends the system message separately if the agent accepts one', async () => {
  expect(await promptOf(system, everything)).toEqual({
    text: 'hello',
    system: 'Be brief.',
    attachments: [],
    warnings: [],
  })
  expect(await promptOf(system, contextOf([]))).toEqual(inText)
  expect(await promptOf(system, { ...everything, takesSystem: false })).toEqual(inText)
})
