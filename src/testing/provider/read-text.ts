import type { IncomingMessage } from 'node:http'
import { readBody } from '../../core/read-body.ts'
import type { Fault } from './script/script.ts'

/** The body, or the reason why it is rejected. */
export type SentText = { text: string } | Fault

/** Reads the body, unless it exceeds the limit or is compressed. */
export async function readText(request: IncomingMessage, limit: number): Promise<SentText> {
  const body = await readBody(request, limit)
  if ('refused' in body) {
    if (body.refused === 'cut off') throw new Error('The body was cut off')
    return { status: 413, message: `The body is larger than ${limit} bytes` }
  }
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') {
    return { status: 415, message: `Unsupported content encoding ${coding}` }
  }
  return { text: body.bytes.toString('utf8') }
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
