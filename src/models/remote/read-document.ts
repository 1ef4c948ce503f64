import { fileURLToPath } from 'node:url'

/** The document, or that it has not changed since the tag. */
export type ReadText = { text: string; tag?: string } | 'unchanged'

export interface ReadOptions {
  /** An http or https URL, a file URL or a path. */
  location: string
  fetch: typeof globalThis.fetch
  /** In bytes; a larger document is an error. */
  sizeLimit: number
  signal: AbortSignal
  /** The tag of the last document. */
  tag?: string
}

/** Reads a text from a URL or a file. */
export function readDocument(options: ReadOptions): Promise<ReadText> {
  return /^https?:/i.test(options.location) ? readAddress(options) : readPath(options)
}

async function readAddress({ location, fetch, sizeLimit, signal, tag }: ReadOptions): Promise<ReadText> {
  const headers = { accept: 'application/json', ...(tag === undefined ? {} : { 'if-none-match': tag }) }
  const response = await fetch(location, { headers, signal })
  if (response.status === 304 && tag !== undefined) return 'unchanged'
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`HTTP ${response.status}`)
  }
  const newTag = response.headers.get('etag')
  const text = await readBody(response, sizeLimit)
  return { text, ...(newTag === null ? {} : { tag: newTag }) }
}

async function readBody(response: Response, sizeLimit: number): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  // Count received bytes: the length in the header may be wrong.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeLimit) throw tooLarge(sizeLimit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function readPath({ location, sizeLimit, signal }: ReadOptions): Promise<ReadText> {
  const { readFile, stat } = process.getBuiltinModule('node:fs/promises')
  const path = location.startsWith('file:') ? fileURLToPath(location) : location
  const found = await stat(path)
  if (!found.isFile()) throw new Error('not a file')
  if (found.size > sizeLimit) throw tooLarge(sizeLimit)
  return { text: await readFile(path, { encoding: 'utf8', signal }) }
}

function tooLarge(sizeLimit: number): Error {
  return new Error(`larger than ${sizeLimit} bytes`)
}
