import type { ReadStream } from 'node:tty'

/** Somebody at a terminal. */
export interface Person {
  write(text: string): void
  /** The next key: a small letter or digit, `enter`, `cancel` for Escape, Ctrl-C and an aborted signal, or `other`. */
  key(signal: AbortSignal): Promise<string>
  /** A line, or `undefined` when the person or the signal cancels it. */
  line(question: string, signal: AbortSignal): Promise<string | undefined>
}

export interface PersonOptions {
  input: Pick<ReadStream, 'setRawMode'> & NodeJS.ReadableStream
  output: NodeJS.WritableStream
  /** Called for Ctrl-C, which is no signal while a question reads the keys. */
  interrupt: () => void
  /** What is typed in this time after a question appears was not typed as its answer. In milliseconds. */
  deafMs?: number
}

/** Reads from a terminal. Between questions it is left alone, so that Ctrl-C stays a signal. */
export function createPerson({ input, output, interrupt, deafMs = 150 }: PersonOptions): Person {
  return {
    write: (text) => void output.write(text),
    key: (signal) => readKey(input, { signal, interrupt, deafMs }),
    line: (question, signal) => readLine({ input, output, interrupt, question, signal }),
  }
}

function readKey(
  input: PersonOptions['input'],
  { signal, interrupt, deafMs }: { signal: AbortSignal; interrupt: () => void; deafMs: number },
): Promise<string> {
  if (signal.aborted) return Promise.resolve('cancel')
  return new Promise((resolve) => {
    let isDeaf = deafMs > 0
    const hearing = setTimeout(() => (isDeaf = false), deafMs)
    const settle = (key: string): void => {
      clearTimeout(hearing)
      input.off('data', take)
      input.off('end', cancel)
      signal.removeEventListener('abort', cancel)
      input.setRawMode(false)
      input.pause()
      resolve(key)
    }
    const cancel = (): void => settle('cancel')
    const take = (chunk: string | Buffer): void => {
      const typed = chunk.toString()
      if (typed.includes(controlC)) {
        settle('cancel')
        return interrupt()
      }
      const key = keyOf(typed)
      if (!isDeaf || key === 'cancel') settle(key)
    }
    signal.addEventListener('abort', cancel, { once: true })
    input.on('end', cancel)
    input.on('data', take)
    input.setRawMode(true)
    input.resume()
  })
}

const controlC = '\u0003'

/** What was typed, perhaps with Enter right after it; a paste is none of the answers. */
function keyOf(typed: string): string {
  if (typed === '\u001b' || typed === '\u0004') return 'cancel'
  if (/^[\r\n]+$/.test(typed)) return 'enter'
  const [, key] = /^([a-z0-9])[\r\n]*$/i.exec(typed) ?? []
  return key?.toLowerCase() ?? 'other'
}

function readLine({
  question,
  signal,
  interrupt,
  ...streams
}: Omit<PersonOptions, 'deafMs'> & { question: string; signal: AbortSignal }): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  const lines = process.getBuiltinModule('node:readline').createInterface({ ...streams, terminal: true })
  return new Promise((resolve) => {
    const cancel = (): void => lines.close()
    signal.addEventListener('abort', cancel, { once: true })
    lines.once('SIGINT', () => {
      cancel()
      interrupt()
    })
    lines.once('close', () => {
      signal.removeEventListener('abort', cancel)
      resolve(undefined)
    })
    lines.question(question, (line) => {
      resolve(line)
      lines.close()
    })
  })
}
