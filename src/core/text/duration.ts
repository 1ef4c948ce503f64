const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, '': 1000, m: 60_000, h: 3_600_000 }

/** A time in milliseconds: `30s`, `5m`, `1h`, `500ms`, or plain seconds; undefined for an invalid time. */
export function durationMs(time: string | number): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(String(time).trim()) ?? []
  return number === undefined ? undefined : Math.round(Number(number) * (units[unit] ?? 1000))
}
