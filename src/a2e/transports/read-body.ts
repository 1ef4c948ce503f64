import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** The text of a body, or why it was not read. */
export type Body = { text: string } | { refused: 'too large' | 'not UTF-8' | 'cut off' }

/** Reads a body up to a limit. It never rejects. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return resolve({ refused: 'too large' })
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) resolve({ refused: 'too large' })
      else chunks.push(chunk)
    })
    request.on('end', () => {
      const [first] = chunks
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
      resolve(isUtf8(bytes) ? { text: bytes.toString('utf8') } : { refused: 'not UTF-8' })
    })
    request.on('error', () => resolve({ refused: 'cut off' }))
    request.on('close', () => resolve({ refused: 'cut off' }))
  })
}
