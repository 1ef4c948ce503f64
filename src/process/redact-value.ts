/** Takes secrets out of a text. */
export type Redact = (text: string) => string

/** JSON data without secrets, in its names as in its values. */
export function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), redactValue(item, redact)]),
  )
}

/** An event whose failure is told without secrets. Other events stay as they are: text costs nothing. */
export function withCleanError<Event extends object>(event: Event, redact: Redact | undefined): Event {
  if (redact === undefined || !('error' in event) || event.error == null) return event
  return { ...event, error: redactValue(event.error, redact) }
}
