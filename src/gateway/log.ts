/** A log entry of the gateway. It never contains a token, a query or message text. */
export interface LogEntry {
  readonly at: string
  readonly level: 'info' | 'warn' | 'error'
  readonly event: 'request' | 'run' | 'session' | 'refused' | 'fault' | 'listening' | 'closed'
  readonly method?: string
  /** Without the query. */
  readonly path?: string
  readonly status?: number
  readonly durationMs?: number
  readonly agent?: string
  readonly threadId?: string
  readonly runId?: string
  readonly message?: string
}

/** Receives log entries. */
export type GatewayLog = (entry: LogEntry) => void

/** Adds the time to each entry and writes control characters out: thread ids and paths come from clients. */
export type Logger = (entry: Omit<LogEntry, 'at'>) => void

export function loggerOf(log: GatewayLog | undefined): Logger {
  if (log === undefined) return () => undefined
  return (entry) => log({ at: new Date().toISOString(), ...writtenOut(entry) })
}

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function writtenOut<Entry extends object>(entry: Entry): Entry {
  const fields = Object.entries(entry).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replaceAll(controls, escaped) : value,
  ])
  return Object.fromEntries(fields) as Entry
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

export function logAnswered(
  logger: Logger,
  { method, path, began, status }: { method: string; path: string; began: number; status: number },
): void {
  const durationMs = Math.round(performance.now() - began)
  logger({ level: 'info', event: 'request', method, path, status, durationMs })
}
