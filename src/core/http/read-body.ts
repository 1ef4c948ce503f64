import type { IncomingMessage } from 'node:http'

/** The bytes of a body, or the reason why it was not read. */
export type Body = { bytes: Buffer } | { refused: 'too large' | 'cut off' }

/** Reads the body of a server's request up to a limit. It never rejects. */
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
      resolve({ bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks) })
    })
    request.on('error', () => resolve({ refused: 'cut off' }))
    request.on('close', () => resolve({ refused: 'cut off' }))
  })
}
