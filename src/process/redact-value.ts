/** Redacts secrets in a text. */
export type Redact = (text: string) => string

/** Redacts secrets in the keys and values of JSON data. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), redactValue(item, redact)]),
  )
}

/** Redacts the error of an event; other events are returned unchanged. */
export function withCleanError<Event extends object>(event: Event, redact: Redact | undefined): Event {
  if (redact === undefined || !('error' in event) || event.error == null) return event
  return { ...event, error: redactValue(event.error, redact) }
}
