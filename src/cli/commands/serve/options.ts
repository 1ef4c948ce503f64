import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

type Values = Invocation['values']

/** The port that was asked for. @throws UsageError */
export function portOption(values: Values): number | undefined {
  const typed = values.get('port')?.[0]
  if (typed === undefined) return undefined
  if (/^\d{1,5}$/.test(typed) && Number(typed) < 65_536) return Number(typed)
  throw new UsageError(`--port ${typed} is not a port`, 'Use a number from 0 to 65535.')
}

/** Pages of elsewhere that may call. @throws UsageError */
export function originsOption(values: Values): readonly string[] {
  const given = values.get('allow-origin') ?? []
  for (const typed of given) {
    if (URL.parse(typed)?.origin !== typed) {
      throw new UsageError(
        `--allow-origin ${typed} is not an origin`,
        'Give scheme, name and port alone, as https://app.example.',
      )
    }
  }
  return given
}

/** Names that it may be called by. @throws UsageError */
export function hostsOption(values: Values): readonly string[] {
  const given = values.get('allow-host') ?? []
  for (const typed of given) {
    if (!/^[\w.-]+$/.test(typed)) {
      throw new UsageError(`--allow-host ${typed} is not a name`, 'Give the name alone, as box.example.')
    }
  }
  return given
}

/** Whether a browser is wanted; undefined when nothing was said. @throws UsageError */
export function openOption(values: Values): boolean | undefined {
  if (!values.has('open')) return values.has('no-open') ? false : undefined
  if (!values.has('no-open')) return true
  throw new UsageError('--open and --no-open exclude each other')
}
