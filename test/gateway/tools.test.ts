import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { callsTools, paint } from '../support/calls-tools.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { httpAgent } from '../support/ag-ui-clients.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

describe.each(generations)('a %s client', (generation) => {
  test('runs its own tools between two runs', async () => {
    const { url } = await lab.open({}, { client: lab.lab.bare(callsTools) })
    const one = httpAgent(generation, { url: `${url}/agents/bare`, headers: bearer, threadId: 't1' })
    one.addMessage({ id: 'u1', role: 'user', content: 'paint' })
    const first = await runClient(one, { tools: [paint] })
    expect(first.complaints).toEqual([])
    const calls = first.events.filter(({ type }) => type.startsWith('TOOL_'))
    const { toolCallId } = calls[0] as unknown as { toolCallId: string }
    expect(calls).toEqual([
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'paint' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"word":"hi"}' },
      { type: 'TOOL_CALL_END', toolCallId },
    ])
    expect(first.events.at(-1)?.['outcome']).toEqual(
      generation === 'current' ? { type: 'success', pendingToolCallIds: [toolCallId] } : { type: 'success' },
    )
    one.addMessage({ id: 'm1', role: 'tool', toolCallId, content: 'painted' })
    const second = await runClient(one, { tools: [paint] })
    expect(second.complaints).toEqual([])
    expect(second.messages.at(-1)?.['content']).toBe('paint: {"content":[{"type":"text","text":"painted"}]}')
  })
})

test('a gateway tool runs in the gateway', async () => {
  const { url, gateway } = await lab.open({}, { client: lab.lab.bare(callsTools) })
  const call = vi.fn<(input: object) => object>(() => ({ done: true }))
  gateway.registerTool({ ...paint, call })
  const one = httpAgent('current', { url: `${url}/agents/bare`, headers: bearer, threadId: 't1' })
  one.addMessage({ id: 'u1', role: 'user', content: 'paint' })
  const { messages, complaints } = await runClient(one)
  expect(complaints).toEqual([])
  expect(call.mock.calls.map(([input]) => input)).toEqual([{ word: 'hi' }])
  expect(messages.at(-1)?.['content']).toBe('paint: {"content":[{"type":"text","text":"{\\"done\\":true}"}]}')
})
