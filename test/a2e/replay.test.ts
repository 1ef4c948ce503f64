import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRecord } from '../../src/core/is-record.ts'
import { serveHttp } from '../../src/a2e/transports/http-server.ts'
import { serveStdio } from '../../src/a2e/transports/stdio-server.ts'
import { testFolder } from '../support/a2e.ts'
import { httpAgent, type Message, streamAgent, type WireAgent } from '../support/a2e-wire.ts'
import { readCapture } from './capture.ts'
import { recordedHost } from './recorded-host.ts'

/** Error codes where the reference host differs from its documentation: its code, and the documented code. */
const documented = new Map([
  ['tool/call/req tool_error', 'unknown_tool'],
  ['chain/req parse_error', 'capability_missing'],
  ['bogus/type parse_error', 'unknown_type'],
])

const transports = {
  stdio: async (names: readonly string[]): Promise<WireAgent> => {
    const host = await recordedHost(names, testFolder())
    const [input, output] = [new PassThrough(), new PassThrough()]
    serveStdio(host, { input, output })
    onTestFinished(() => host.close())
    return streamAgent(input, output)
  },
  http: async (names: readonly string[]): Promise<WireAgent> => {
    const host = await recordedHost(names, testFolder())
    const server = await serveHttp(host, { port: 0 })
    const { agent, close } = await httpAgent(server.url)
    onTestFinished(async () => {
      close()
      await server.close()
      await host.close()
    })
    return agent
  },
}

/** The shape of a message: its fields with the type of each value, without null and empty fields. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (!isRecord(value)) return typeof value
  const fields = Object.entries(value).filter(([, field]) => field !== null && !isEmpty(field))
  return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]))
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0
}

/** Replaces the ids of the recorded host with those of our host. */
function withIds(request: Message, answers: readonly Message[]): Message {
  const given: Record<string, unknown> = {}
  for (const answer of answers) {
    if (typeof answer['memory_id'] === 'string') given['memory_id'] = answer['memory_id']
    if (isRecord(answer['obs'])) given['episode_id'] = answer['obs']['episode_id']
  }
  const fields = Object.entries(request).map(([name, value]) => [name, given[name] ?? value])
  return Object.fromEntries(fields) as Message
}

const recordings = readCapture()

it('has the conversations of the reference client', () => {
  expect(recordings.map(({ requests }) => requests.length)).toEqual([17, 12, 11, 10])
})

describe.each(Object.entries(transports))('over %s', (_name, open) => {
  it.each(recordings)('answers the recorded $source in the same shape', async ({ requests }) => {
    const first = requests[0]?.answers[0]?.['accepted_caps'] as { capability: string; enabled: boolean }[]
    const names = first.flatMap(({ capability, enabled }) => (enabled ? [capability] : []))
    const agent = await open(names)
    for (const { request, answers } of requests) {
      const type = String(request['type'])
      if (type === 'shutdown') continue
      agent.send(type, withIds(request, agent.received))
      const answer = await agent.answerTo(String(request['id']))
      const expected = answers.find((one) => !String(one['type']).endsWith('event'))
      if (expected === undefined) continue
      const code = documented.get(`${type} ${String(expected['code'])}`)
      // A request refused for another reason than recorded has another message.
      const form = code === undefined ? shapeOf(expected) : { type: 'string', code: 'string' }
      expect({ type, form: shapeOf(answer) }).toMatchObject({ type, form })
      expect({ type: answer['type'], code: answer['code'], reason: answer['reason'] }).toEqual({
        type: expected['type'],
        code: code ?? expected['code'],
        reason: expected['reason'],
      })
    }
  })
})
