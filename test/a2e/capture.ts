import { readFileSync } from 'node:fs'
import type { Message } from '../support/a2e-wire.ts'

/** One recorded conversation: the agent's requests, each with the messages the host sent for it. */
export interface Recorded {
  source: string
  requests: { request: Message; answers: Message[] }[]
}

interface Line {
  source: string
  dir: 'agent->host' | 'host->agent'
  raw: string
}

const file = new URL('../fixtures/a2e/capture.ndjson', import.meta.url)

/** The recorded conversations of the reference client; HTTP recordings hold the messages in raw bytes. */
export function readCapture(): Recorded[] {
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const bySource = Map.groupBy(lines, ({ source }) => source)
  return Array.from(bySource, ([source, records]) => {
    const messages = records.flatMap(({ dir, raw }) => messagesIn(raw).map((message) => ({ dir, message })))
    const answers = messages.filter(({ dir }) => dir === 'host->agent').map(({ message }) => message)
    const requests = messages.filter(({ dir }) => dir === 'agent->host')
    return {
      source,
      requests: requests.map(({ message }) => ({
        request: message,
        answers: answers.filter((answer) => answer['req_id'] === message['id']),
      })),
    }
  })
}

function messagesIn(raw: string): Message[] {
  return Array.from(raw.matchAll(/\{"type":.*\}/g), ([text]) => JSON.parse(text) as Message)
}
