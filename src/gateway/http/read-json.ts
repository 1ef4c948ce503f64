import { isUtf8 } from 'node:buffer'

/** What was wrong with a body, as a status and a word. */
export class BodyError extends Error {
  readonly status: 400 | 408 | 413 | 415

  constructor(status: 400 | 408 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** Reads a JSON body up to a limit of bytes and time. @throws BodyError */
export async function readJson(
  request: Request,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new BodyError(415, 'The body must be application/json')
  const length = request.headers.get('content-length')
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  // Of a body that says its length no more than that is read, and the server limits its time; the other way costs more.
  const bytes =
    length === null
      ? await readBytes(request, { maxBytes, timeoutMs })
      : Buffer.from(await request.arrayBuffer())
  if (!isUtf8(bytes)) throw new BodyError(400, 'The body is not UTF-8')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new BodyError(400, 'The body is not JSON')
  }
}

async function readBytes(
  { body }: Request,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Buffer> {
  if (body === null) throw new BodyError(400, 'There is no body')
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const chunks: Uint8Array[] = []
  let length = 0
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => undefined)
  }, timeoutMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new BodyError(408, 'The body took too long')
      if (done) return Buffer.concat(chunks)
      length += value.length
      if (length > maxBytes) {
        void reader.cancel().catch(() => undefined)
        throw tooLarge(maxBytes)
      }
      chunks.push(value)
    }
  } finally {
    clearTimeout(timer)
  }
}

function tooLarge(maxBytes: number): BodyError {
  return new BodyError(413, `The body is longer than ${maxBytes} bytes`)
}
