/** One line of the gateway's log. It never holds a token, a query or what was said. */
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

/** Takes the lines of the log. */
export type GatewayLog = (entry: LogEntry) => void

/** A log that adds the time to each line. */
export type Logger = (entry: Omit<LogEntry, 'at'>) => void

export function loggerOf(log: GatewayLog | undefined): Logger {
  if (log === undefined) return () => undefined
  return (entry) => log({ at: new Date().toISOString(), ...entry })
}

/** Logs that a request was answered. */
export function logAnswered(
  logger: Logger,
  { method, path, began, status }: { method: string; path: string; began: number; status: number },
): void {
  const durationMs = Math.round(performance.now() - began)
  logger({ level: 'info', event: 'request', method, path, status, durationMs })
}
