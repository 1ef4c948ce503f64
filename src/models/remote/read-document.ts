import { fileURLToPath } from 'node:url'

/** What was read, or that nothing has changed since the tag was given. */
export type ReadText = { text: string; tag?: string } | 'unchanged'

export interface ReadOptions {
  /** An http or https URL, a file URL or a path. */
  location: string
  fetch: typeof globalThis.fetch
  /** In bytes; a longer document is an error. */
  sizeLimit: number
  signal: AbortSignal
  /** The tag of what is there already. */
  tag?: string
}

/** Reads a text from the web or from a file. */
export function readDocument(options: ReadOptions): Promise<ReadText> {
  return /^https?:/i.test(options.location) ? readAddress(options) : readPath(options)
}

async function readAddress({ location, fetch, sizeLimit, signal, tag }: ReadOptions): Promise<ReadText> {
  const headers = { accept: 'application/json', ...(tag === undefined ? {} : { 'if-none-match': tag }) }
  const response = await fetch(location, { headers, signal })
  if (response.status === 304 && tag !== undefined) return 'unchanged'
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  const newTag = response.headers.get('etag')
  const text = await readBody(response, sizeLimit)
  return { text, ...(newTag === null ? {} : { tag: newTag }) }
}

async function readBody(response: Response, sizeLimit: number): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  // Counted as it comes: a length in the header is a claim.
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
  if (!found.isFile()) throw new Error('it is not a file')
  if (found.size > sizeLimit) throw tooLarge(sizeLimit)
  return { text: await readFile(path, { encoding: 'utf8', signal }) }
}

function tooLarge(sizeLimit: number): Error {
  return new Error(`it is larger than ${sizeLimit} bytes`)
}
