import type { IncomingMessage } from 'node:http'
import type { Fault } from './script.ts'

/** What was sent, or why it is refused. */
export type SentBody = { text: string } | Fault

/** Reads all that was sent, unless it is more than the limit or packed. */
export async function readBody(request: IncomingMessage, limit: number): Promise<SentBody> {
  const coding = request.headers['content-encoding']
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > limit) return { status: 413, message: `The body is larger than ${limit} bytes` }
  if (coding !== undefined && coding !== 'identity') {
    return { status: 415, message: `The body is packed as ${coding}, which is not read here` }
  }
  return { text: Buffer.concat(chunks).toString('utf8') }
}

/** An object of JSON; undefined for everything else. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
