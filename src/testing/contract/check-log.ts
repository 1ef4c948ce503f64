import type { AskOptions } from '../../run/client.ts'
import type { RecordedRequest } from '../provider/script/recording.ts'
import { createRedactor } from '../redact.ts'

const longestLine = 600
const keptFirst = 60
const keptLast = 140

/** Collects the messages and the output of a check's agents. */
export interface CheckLog {
  /** The options that feed the log, beside those of the caller. */
  readonly taps: Pick<AskOptions, 'onMessage' | 'onStderr'>
  /** The last line that an agent wrote to stderr; empty if none. */
  lastStderr(): string
  /** The log and these requests as lines, without secrets. */
  transcript(requests: readonly RecordedRequest[]): string[]
}

/** Starts a log. The values of secret variables are removed. */
export function createCheckLog(options: AskOptions): CheckLog {
  const redact = createRedactor({ environment: { ...process.env, ...options.env } })
  const first: string[] = []
  const last: string[] = []
  let lastStderr = ''
  let dropped = 0
  const add = (line: string): void => {
    const kept =
      line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length} characters)` : line
    if (first.length < keptFirst) first.push(kept)
    else {
      last.push(kept)
      if (last.length > keptLast) {
        last.shift()
        dropped += 1
      }
    }
  }
  return {
    taps: {
      onMessage: (direction, message) => {
        add(`${direction === 'out' ? '→' : '←'} ${JSON.stringify(redact(message))}`)
        return options.onMessage?.(direction, message)
      },
      onStderr: (text) => {
        for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
          lastStderr = String(redact(line)).slice(0, longestLine)
          add(`stderr: ${lastStderr}`)
        }
        options.onStderr?.(text)
      },
    },
    lastStderr: () => lastStderr,
    transcript: (requests) => [
      ...first,
      ...(dropped === 0 ? [] : [`… ${dropped} lines left out`]),
      ...last,
      ...requests.map((request) => requestLine(request, redact)),
    ],
  }
}

/** One request at the provider as a line. */
function requestLine(request: RecordedRequest, redact: (value: unknown) => unknown): string {
  const { method, path, model = 'no model', prompt = '', thinking = {}, answeredBy } = request
  const about = `${method} ${path} ${model} ${JSON.stringify(thinking)} answered by ${answeredBy}`
  return String(redact(`provider: ${about}, prompt: ${prompt.slice(0, longestLine)}`))
}
