import * as current from '@ag-ui/client'
import * as legacy from 'ag-ui-client-0'
import type { AgUiEvent } from '../../src/gateway/ag-ui/events.ts'
import type { Generation } from '../../src/gateway/ag-ui/generation.ts'

/** The real clients, by generation. */
export const clients = { current, legacy } as const
export const generations = ['current', 'legacy'] as const satisfies Generation[]

type HttpAgent = current.HttpAgent
export type RunParameters = Parameters<HttpAgent['runAgent']>[0]

/** The result of a run in a client. */
export interface ClientRun {
  events: (AgUiEvent & Record<string, unknown>)[]
  messages: Record<string, unknown>[]
  state: unknown
  result: unknown
  /** The console output, which must be empty. */
  complaints: string[]
}

export interface AgentOptions {
  url: string
  headers?: Record<string, string>
  threadId?: string
  fetch?: typeof fetch
}

/** An agent of a client's generation. Both have the same methods. */
export function httpAgent(generation: Generation, options: AgentOptions): HttpAgent {
  const { HttpAgent: Agent } = clients[generation]
  return new Agent(options) as unknown as HttpAgent
}

/** Runs an agent and records the events and the console output of its client. One at a time, because all share the console. */
export async function runClient(agent: HttpAgent, parameters: RunParameters = {}): Promise<ClientRun> {
  const events: ClientRun['events'] = []
  const complaints: string[] = []
  const { warn, error } = console
  console.warn = console.error = (...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  }
  try {
    const { result } = await agent.runAgent(parameters, {
      onEvent: ({ event }) => {
        events.push(structuredClone(event) as unknown as ClientRun['events'][number])
      },
    })
    return {
      events,
      messages: structuredClone(agent.messages) as unknown as ClientRun['messages'],
      state: structuredClone(agent.state),
      result,
      complaints,
    }
  } finally {
    Object.assign(console, { warn, error })
  }
}

/** Passes a prepared stream of events to a client. */
export async function readByClient(generation: Generation, events: readonly AgUiEvent[]): Promise<ClientRun> {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  const answer = (): Promise<Response> =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  return await runClient(httpAgent(generation, { url: 'http://127.0.0.1/', fetch: answer }))
}
