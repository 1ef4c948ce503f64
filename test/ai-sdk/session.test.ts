import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelMessage } from 'ai6'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAgentModelSession } from '../../src/ai-sdk/model-session.ts'
import type { ModelStreamPart } from '../../src/ai-sdk/parts/stream-part.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'
import { type Answer, majors, promptTexts } from './majors.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

const user = (content: string): ModelMessage => ({ role: 'user', content })

describe.each(majors)('$name', (major) => {
  it('sends a session only new messages', async () => {
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim() })
    try {
      const messages: ModelMessage[] = [user('say one')]
      const answers: Answer[] = []
      for (const next of ['say two', 'say three']) {
        const answer = await calls.generate({ system: 'Be kind.', messages })
        answers.push(answer)
        messages.push(...answer.response.messages, user(next))
      }
      answers.push(await calls.generate({ system: 'Be brief.', messages }))
      expect(promptTexts(lab.sent('session/prompt'))).toEqual([
        'Instructions for this conversation:\nBe kind.\n\nsay one',
        'say two',
        'Instructions for this conversation:\nBe brief.\n\nsay three',
      ])
      expect(lab.sent('session/new').length).toBe(1)
      expect(answers.map(({ response }) => response.id)).toEqual([
        calls.sessionId,
        calls.sessionId,
        calls.sessionId,
      ])
    } finally {
      await calls.close()
    }
  })

  it('sends a new session the whole earlier conversation', async () => {
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim() })
    try {
      await calls.generate({
        messages: [user('say one'), { role: 'assistant', content: 'one' }, user('say two')],
      })
      expect(promptTexts(lab.sent('session/prompt'))).toEqual([
        'This is the conversation so far.\n\nThe user:\nsay one\n\nYou:\none\n\nThe user says now:\nsay two',
      ])
    } finally {
      await calls.close()
    }
  })

  it.each([true, false])('answers a permission request with the next call: %s', async (approved) => {
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim(), permissions: 'ask' })
    try {
      const messages: ModelMessage[] = [user('write a.txt hello')]
      const question = await calls.generate({ messages })
      const [request] = question.content.filter((part) => part.type === 'tool-approval-request')
      expect(question.finishReason).toBe('tool-calls')
      expect(request?.toolCall).toMatchObject({ toolName: 'write', input: { path: 'a.txt', text: 'hello' } })
      expect(existsSync(join(lab.workspace, 'a.txt'))).toBe(false)

      messages.push(...question.response.messages, {
        role: 'tool',
        content: [
          {
            type: 'tool-approval-response',
            approvalId: request?.approvalId ?? '',
            approved,
            providerExecuted: true,
          },
        ],
      })
      const answer = await calls.generate({ messages })
      expect(answer.content.map(({ type }) => type)).toEqual([
        'tool-call',
        approved ? 'tool-result' : 'tool-error',
        'text',
      ])
      expect(existsSync(join(lab.workspace, 'a.txt'))).toBe(approved)
      expect(answer.finishReason).toBe('stop')
      expect(lab.sent('session/prompt').length).toBe(1)

      messages.push(...answer.response.messages, user('say bye'))
      expect((await calls.generate({ messages })).text).toBe('bye\n')
    } finally {
      await calls.close()
    }
  })

  it('continues after an aborted call', async () => {
    const scenario: Scenario = { prompts: [[{ step: 'text', text: 'on it' }, { step: 'hang' }]] }
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim(scenario) })
    try {
      const controller = new AbortController()
      for await (const { type } of calls.stream({ prompt: 'go', abortSignal: controller.signal })) {
        if (type === 'text-delta') controller.abort()
      }
      await vi.waitFor(async () => {
        expect((await calls.generate({ prompt: 'say hello' })).text).toBe('hello\n')
      }, 10_000)
    } finally {
      await calls.close()
    }
  })

  it('streams an approval request', async () => {
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim(), permissions: 'ask' })
    try {
      const types: string[] = []
      for await (const { type } of calls.stream({ prompt: 'write a.txt hello' })) types.push(type)
      expect(types.filter((type) => type.startsWith('tool-'))).toEqual([
        'tool-input-start',
        'tool-input-delta',
        'tool-input-end',
        'tool-call',
        'tool-approval-request',
      ])
    } finally {
      await calls.close()
    }
  })

  it('drops an approval request when the next call has another prompt', async () => {
    const calls = await major.sessionCalls({ ...lab.options, client: lab.sim(), permissions: 'ask' })
    try {
      const messages: ModelMessage[] = [user('write a.txt hello')]
      await calls.generate({ messages })
      expect((await calls.generate({ prompt: 'say never mind' })).text).toBe('never mind\n')
      expect(existsSync(join(lab.workspace, 'a.txt'))).toBe(false)
    } finally {
      await calls.close()
    }
  })
})

it('closes a session with an open approval request, and lets the caller use the session directly', async () => {
  const opened = await createAgentModelSession('sim', {
    ...lab.options,
    client: lab.sim(),
    permissions: 'ask',
  })
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'write a.txt hello' }] }]
  const { stream } = await opened.model.doStream({ prompt })
  const parts: ModelStreamPart<unknown>[] = []
  for await (const part of stream) parts.push(part)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } })
  await opened.close()
  expect(lab.running()).toEqual([])

  await using other = await createAgentModelSession('sim', {
    ...lab.options,
    client: lab.sim(),
    permissions: () => 'ask',
    thinkingEffort: 'low',
  })
  const { content } = await other.model.doGenerate({ prompt, reasoning: 'max' })
  expect(content.filter(({ type }) => type === 'tool-result')).toMatchObject([{ isError: true }])
  expect(content[0]).toMatchObject({ text: expect.stringContaining('with max effort') as string })
  expect((await other.session.ask('write b.txt x', { permissions: 'allow' })).stopReason).toBe('end-turn')
  expect(readFileSync(join(lab.workspace, 'b.txt'), 'utf8')).toBe('x\n')
})
