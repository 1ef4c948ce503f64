import type { ReadStream } from 'node:tty'

/** A person at a terminal. */
export interface Person {
  write(text: string): void
  /** The next key: a lower-case letter or digit, `enter`, `cancel` for Escape, Ctrl-C and an aborted signal, or `other`. */
  key(signal: AbortSignal): Promise<string>
  /** A line, or `undefined` if the person or the signal cancels. */
  line(question: string, signal: AbortSignal): Promise<string | undefined>
}

export interface PersonOptions {
  input: Pick<ReadStream, 'setRawMode'> & NodeJS.ReadableStream
  output: NodeJS.WritableStream
  /** Called for Ctrl-C, which sends no signal in raw mode. */
  interrupt: () => void
  /** Keys typed this soon after the question, in milliseconds, are ignored: they were not meant as an answer. */
  ignoreMs?: number
}

/** Reads from a terminal. Raw mode is only on during a question, so that Ctrl-C stays a signal. */
export function createPerson({ input, output, interrupt, ignoreMs = 150 }: PersonOptions): Person {
  return {
    write: (text) => void output.write(text),
    key: (signal) => readKey(input, { signal, interrupt, ignoreMs }),
    line: (question, signal) => readLine({ input, output, interrupt, question, signal }),
  }
}

function readKey(
  input: PersonOptions['input'],
  { signal, interrupt, ignoreMs }: { signal: AbortSignal; interrupt: () => void; ignoreMs: number },
): Promise<string> {
  if (signal.aborted) return Promise.resolve('cancel')
  return new Promise((resolve) => {
    let ignores = ignoreMs > 0
    const timer = setTimeout(() => (ignores = false), ignoreMs)
    const settle = (key: string): void => {
      clearTimeout(timer)
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
      if (!ignores || key === 'cancel') settle(key)
    }
    signal.addEventListener('abort', cancel, { once: true })
    input.on('end', cancel)
    input.on('data', take)
    input.setRawMode(true)
    input.resume()
  })
}

const controlC = '\u0003'

/** The key that was typed, with or without Enter; a paste is `other`. */
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
}: Omit<PersonOptions, 'ignoreMs'> & { question: string; signal: AbortSignal }): Promise<string | undefined> {
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
