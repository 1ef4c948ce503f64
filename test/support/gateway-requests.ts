import { bearer } from './gateway-lab.ts'

/** An event as it came over the wire. */
export type WireEvent = { type: string } & Record<string, unknown>

/** The input of a run, with the given fields. */
export function runInput(given: Record<string, unknown> = {}): Record<string, unknown> {
  const messages = [{ id: 'u1', role: 'user', content: 'go' }]
  return { threadId: 't1', runId: 'r1', protocolVersion: '1.0', messages, tools: [], context: [], ...given }
}

/** Sends JSON with the token. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Reads a stream to its end. */
export async function eventsOf(response: Response): Promise<WireEvent[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice(6)) as WireEvent)
}

/** Reads a stream up to an event of a type; the rest can be read later. */
export async function readUntil(
  response: Response,
  type: string,
): Promise<{ events: WireEvent[]; rest: () => Promise<WireEvent[]>; leave: () => Promise<void> }> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const leave = async (): Promise<void> => reader.cancel()
  /** The next piece; false at the end. */
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  const whole = (): Promise<WireEvent[]> =>
    eventsOf(new Response(text.slice(0, text.lastIndexOf('\n\n') + 2)))
  const rest = async (): Promise<WireEvent[]> => {
    while (await read());
    return whole()
  }
  for (;;) {
    const goesOn = await read()
    const events = await whole()
    if (!goesOn || events.some((event) => event.type === type)) return { events, rest, leave }
  }
}
