import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type AgentOptions,
  type ClientRun,
  clients,
  generations,
  runClient,
} from '../support/ag-ui-clients.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { streamFaults } from '../support/stream-faults.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const binary = 'application/vnd.ag-ui.event+proto'
/** Clients before 1.0 get text, because their binary form lacks some events. */
const answered = { current: binary, legacy: 'text/event-stream' }

type Agent = typeof clients.current.HttpAgent

test.each(generations)(
  'a %s client that requests the binary encoding reads the same run',
  async (generation) => {
    const { url } = await lab.open({
      repeat: true,
      prompts: [
        [
          // One word each: the number of deltas of a longer text depends on time.
          { step: 'thought', text: 'hm' },
          { step: 'tool', title: 'Look', name: 'Read', kind: 'read', rawInput: { path: 'ä' }, text: 'found' },
          { step: 'text', text: 'well—好' },
          { step: 'usage', used: 10, size: 100, turn: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } },
        ],
      ],
    })
    const types: (string | null)[] = []
    const read = async (Client: Agent, threadId: string): Promise<ClientRun> => {
      const options: AgentOptions = {
        url: `${url}/agents/sim`,
        headers: bearer,
        threadId,
        fetch: async (address, init) => {
          const response = await fetch(address, init)
          types.push(response.headers.get('content-type'))
          return response
        },
      }
      const agent = new Client(options)
      agent.addMessage({ id: 'u1', role: 'user', content: 'go' })
      return await runClient(agent, { runId: 'r1' })
    }
    const Text = clients[generation].HttpAgent as unknown as Agent
    class Binary extends Text {
      // The client overrides the Accept header with text.
      protected override requestInit(input: Parameters<Agent['prototype']['run']>[0]): RequestInit {
        const init = super.requestInit(input)
        const headers = { ...(init.headers as Record<string, string>) }
        return { ...init, headers: { ...headers, Accept: `${binary}, text/event-stream;q=0.5` } }
      }
    }
    const asText = await read(Text, 'text')
    const asBinary = await read(Binary, 'binary')
    expect(types).toEqual(['text/event-stream', answered[generation]])
    expect(asBinary.complaints).toEqual([])
    expect(streamFaults(asBinary.events)).toEqual([])
    expect(steady(asBinary)).toEqual(steady(asText))
    expect(asBinary.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'well—好' })
  },
)

/** Without the values that differ between sessions. */
function steady({ events, messages }: ClientRun): unknown {
  const text = JSON.stringify({ events, messages })
  return JSON.parse(
    text
      .replaceAll(/(?:call|sim)_\w{26}/g, 'id')
      .replaceAll(/"threadId":"\w+"/g, '"threadId":""')
      .replaceAll(/"[\d-]{10}T[\d:.]{12}Z"/g, '"now"'),
  )
}
