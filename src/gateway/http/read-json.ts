import { isUtf8 } from 'node:buffer'

/** An invalid request body. */
export class BodyError extends Error {
  readonly status: 400 | 408 | 413 | 415

  constructor(status: 400 | 408 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** The headers that describe a body. */
export interface BodyHead {
  readonly type: string | undefined
  readonly length: string | undefined
}

/** The problem of a body that its headers show, if any. */
export function headProblem({ type, length }: BodyHead, maxBytes: number): BodyError | undefined {
  if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return new BodyError(415, 'The body must be application/json')
  }
  return Number(length) > maxBytes ? tooLarge(maxBytes) : undefined
}

/** Reads a JSON body within limits of size and time. @throws BodyError */
export async function readJson(
  request: Request,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<unknown> {
  const { headers } = request
  const length = headers.get('content-length') ?? undefined
  const problem = headProblem({ type: headers.get('content-type') ?? undefined, length }, maxBytes)
  if (problem !== undefined) throw problem
  // With a content-length the server limits size and time already; reading in chunks costs more.
  const bytes =
    length === undefined
      ? await readBytes(request, { maxBytes, timeoutMs })
      : Buffer.from(await request.arrayBuffer())
  return parseJson(bytes)
}

/** @throws BodyError */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new BodyError(400, 'The body is not UTF-8')
  const body = valueOf(bytes)
  if (isDeeper(body, mostLevels))
    throw new BodyError(400, `The body is nested more than ${mostLevels} levels deep`)
  return body
}

/** Every reader of a body, including an agent's own program, can handle this many levels. */
const mostLevels = 200

function valueOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new BodyError(400, 'The body is not JSON')
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1))
}

async function readBytes(
  { body }: Request,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Buffer> {
  if (body === null) throw new BodyError(400, 'The request has no body')
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
      if (isLate) throw new BodyError(408, 'Reading the body timed out')
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
  return new BodyError(413, `The body is larger than ${maxBytes} bytes`)
}

/** Whether a request has no body. */
export function isEmptyBody(headers: Headers): boolean {
  const hasNone = headers.get('content-type') === null && headers.get('transfer-encoding') === null
  return hasNone && Number(headers.get('content-length') ?? 0) === 0
}
