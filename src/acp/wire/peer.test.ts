import { describe, expect, test } from 'vitest'
import { CapstanError } from '../../core/capstan-error.ts'
import { JsonRpcPeer, type PeerHandlers } from './peer.ts'
import { RpcFault } from './rpc-fault.ts'

/** A peer, and what it wrote. */
function peerWith(handlers: Partial<PeerHandlers> = {}): { peer: JsonRpcPeer; sent: unknown[] } {
  const sent: unknown[] = []
  const peer = new JsonRpcPeer({
    agent: 'sample',
    send: (line) => sent.push(JSON.parse(line)),
    handlers: {
      request: () => Promise.resolve(null),
      notification: () => undefined,
      stray: () => undefined,
      ...handlers,
    },
  })
  return { peer, sent }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('sending requests', () => {
  test('matches responses to requests in any order', async () => {
    const { peer, sent } = peerWith()
    const [first, second] = [peer.request('a', { x: 1 }), peer.request('b', undefined)]
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'a', params: { x: 1 } },
      { jsonrpc: '2.0', id: 1, method: 'b' },
    ])
    void peer.receive({ jsonrpc: '2.0', id: 1, result: 'two' })
    void peer.receive({ jsonrpc: '2.0', id: 0, result: null })
    expect(await Promise.all([first, second])).toEqual([null, 'two'])
  })

  test.each([
    [-32000, 'session/new', 'Please wait', 'AUTH_ERROR'],
    [-32000, 'session/prompt', 'Authentication required', 'AUTH_ERROR'],
    [-32000, 'session/prompt', 'The provider answered 500', 'AGENT_ERROR'],
    [-32002, 'session/load', 'Not found', 'SESSION_NOT_FOUND'],
    [-32601, 'session/fork', 'Method not found', 'METHOD_NOT_FOUND'],
    [-32800, 'session/prompt', 'Cancelled', 'ABORTED'],
    [-32603, 'session/prompt', 'Internal error', 'AGENT_ERROR'],
  ])('rejects with the code and message of an error %i to %s', async (code, method, message, expected) => {
    const { peer } = peerWith()
    const answer = peer.request(method, {})
    void peer.receive({ id: 0, error: { code, message, data: { why: 'because' } } })
    const error = await answer.catch((reason: unknown) => reason)
    expect(CapstanError.isInstance(error) && error.toJSON()).toEqual({
      name: 'AgentRequestError',
      code: expected,
      message: `sample refused ${method}: ${message}`,
      agent: 'sample',
      method,
      rpcCode: code,
      data: { why: 'because' },
    })
  })

  test('treats a null error as success', async () => {
    const { peer } = peerWith()
    const answer = peer.request('a', {})
    void peer.receive({ id: 0, result: 1, error: null })
    expect(await answer).toBe(1)
  })

  test('rejects on a malformed error', async () => {
    const { peer } = peerWith()
    const answer = peer.request('a', {})
    void peer.receive({ id: 0, error: 'broken' })
    await expect(answer).rejects.toMatchObject({ code: 'AGENT_ERROR', rpcCode: -32603 })
  })

  test('cancels a request after its timeout and ignores the late response', async () => {
    const strays: unknown[] = []
    const { peer, sent } = peerWith({
      stray: (message) => {
        strays.push(message)
        return undefined
      },
    })
    await expect(peer.request('slow', {}, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'sample did not answer slow within 1 ms',
    })
    void peer.receive({ id: 0, result: {} })
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } })
    expect(strays).toEqual([])
  })

  test('aborts a request by its signal, before and after sending it', async () => {
    const { peer, sent } = peerWith()
    await expect(peer.request('a', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect(sent).toEqual([])
    const controller = new AbortController()
    const answer = peer.request('a', {}, { signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } })
  })

  test('rejects a request whose params are not JSON, and keeps no trace of it', async () => {
    const { peer, sent } = peerWith()
    await expect(peer.request('a', { size: 1n }, { timeoutMs: 60_000 })).rejects.toThrow(TypeError)
    expect([sent, peer.hasDeadline]).toEqual([[], false])
  })

  test('fails pending and later requests on close', async () => {
    const { peer, sent } = peerWith()
    const answer = peer.request('a', {})
    const error = new CapstanError('AGENT_CRASH', 'gone')
    peer.close(error)
    await expect(answer).rejects.toBe(error)
    await expect(peer.request('b', {})).rejects.toBe(error)
    peer.notify('c', {})
    expect(sent).toHaveLength(1)
  })
})

describe('answering requests', () => {
  test('answers with results, faults and plain errors, without a stack', async () => {
    const { peer, sent } = peerWith({
      request: (method) => {
        if (method === 'fault') return Promise.reject(new RpcFault(-32002, 'Not here', { path: '/x' }))
        return method === 'throws' ? Promise.reject(new Error('broken')) : Promise.resolve(undefined)
      },
    })
    void peer.receive({ id: 'one', method: 'works', params: {} })
    void peer.receive({ id: 2, method: 'fault' })
    void peer.receive({ id: 3, method: 'throws' })
    await settled()
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'one', result: null },
      { jsonrpc: '2.0', id: 2, error: { code: -32002, message: 'Not here', data: { path: '/x' } } },
      { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'broken' } },
    ])
  })

  test('aborts and answers a request that the agent cancels', async () => {
    const { peer, sent } = peerWith({
      request: (_method, _params, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    })
    void peer.receive({ id: 7, method: 'wait' })
    void peer.receive({ method: '$/cancel_request', params: { requestId: 7 } })
    await settled()
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32800, message: 'The request was cancelled' } },
    ])
  })

  test.each([
    ['an unexpected response', { id: 99, result: {} }],
    ['a response without an id', { result: {} }],
    ['a text', 'hello'],
    ['nothing', null],
  ])('passes %s to the stray handler', (_, message) => {
    const strays: unknown[] = []
    const { peer } = peerWith({
      stray: (stray) => {
        strays.push(stray)
        return undefined
      },
    })
    void peer.receive(message)
    expect(strays).toEqual([message])
  })

  test('passes a repeated response to the stray handler', async () => {
    const strays: unknown[] = []
    const { peer } = peerWith({
      stray: (stray) => {
        strays.push(stray)
        return undefined
      },
    })
    const answer = peer.request('a', {})
    void peer.receive({ id: 0, result: 1 })
    void peer.receive({ id: 0, result: 2 })
    expect([await answer, strays]).toEqual([1, [{ id: 0, result: 2 }]])
  })
})
