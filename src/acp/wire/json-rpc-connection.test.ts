import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonRpcConnection } from './json-rpc-connection.ts'

interface Setup {
  connection: JsonRpcConnection
  input: PassThrough
  seen: unknown[]
  ended: Promise<void>
}

/** A connection over two pipes whose handler waits for the promise of `drained`. */
function connect(drained: (count: number) => Promise<void> | undefined = () => undefined): Setup {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const seen: unknown[] = []
  const end = Promise.withResolvers<void>()
  const take = (value: unknown): Promise<void> | undefined => drained(seen.push(value))
  const connection = new JsonRpcConnection({
    agent: 'sample',
    input,
    output,
    handlers: {
      request: () => Promise.resolve(null),
      notification: (_method, params) => take(params),
      stray: take,
    },
    onBadLine: (error) => take(error.code),
    onEnd: end.resolve,
  })
  return { connection, input, seen, ended: end.promise }
}

const line = (params: unknown): string => `${JSON.stringify({ method: 'n', params })}\n`

describe('order', () => {
  test('delivers messages and bad lines in order, and the end last', async () => {
    const { input, seen, ended } = connect()
    input.end(`${line(1)}no json\n${line(2)}{"id":5,"result":1}\n${line(3)}`)
    await ended
    expect(seen).toEqual([1, 'JSON_LINE_INVALID', 2, { id: 5, result: 1 }, 3])
  })

  test('delivers and reads nothing while the handler is busy', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { connection, input, seen, ended } = connect((count) => gates[count - 1]?.promise)
    input.write(`${line(1)}${line(2)}${line(3)}`)
    await new Promise((resolve) => setImmediate(resolve))
    expect([seen, connection.isBlocked, input.isPaused()]).toEqual([[1], true, true])
    input.end(line(4))
    gates[0]?.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect([seen, connection.isBlocked]).toEqual([[1, 2], true])
    gates[1]?.resolve()
    await ended
    expect(seen).toEqual([1, 2, 3, 4])
  })

  test('resolves a response only after all earlier messages are delivered', async () => {
    const gate = Promise.withResolvers<void>()
    const { connection, input, seen } = connect((count) => (count === 1 ? gate.promise : undefined))
    const answer = connection.peer.request('ask', {}).then((result) => [result, [...seen]])
    input.write(`${line('first')}${line('second')}{"id":0,"result":"done"}\n`)
    await new Promise((resolve) => setImmediate(resolve))
    gate.resolve()
    expect(await answer).toEqual(['done', ['first', 'second']])
  })
})

test('delivers the response to a request with a timeout while the handler is busy', async () => {
  const gate = Promise.withResolvers<void>()
  const { connection, input, seen } = connect(() => gate.promise)
  input.write(line('first'))
  await new Promise((resolve) => setImmediate(resolve))
  expect([connection.isBlocked, seen]).toEqual([true, ['first']])
  const answer = connection.peer.request('ask', {}, { timeoutMs: 10_000 })
  input.write(`${line('second')}{"id":0,"result":"done"}\n${line('third')}${line('fourth')}`)
  expect([await answer, connection.isBlocked, seen]).toEqual(['done', true, ['first', 'second', 'third']])
  gate.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual(['first', 'second', 'third', 'fourth'])
})

test('discards later messages and fails pending requests on close', async () => {
  const { connection, input, seen } = connect()
  const answer = connection.peer.request('ask', {})
  connection.close(new CapstanError('CONNECTION_CLOSED', 'closed'))
  await expect(answer).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  input.write(line(1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([])
})
