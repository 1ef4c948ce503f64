import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

type Values = Invocation['values']

/** The value of --port. @throws UsageError */
export function portOption(values: Values): number | undefined {
  const typed = values.get('port')?.[0]
  if (typed === undefined) return undefined
  if (/^\d{1,5}$/.test(typed) && Number(typed) < 65_536) return Number(typed)
  throw new UsageError(`--port ${typed} is not a port`, 'Use a number from 0 to 65535.')
}

/** Origins whose browser requests are allowed. @throws UsageError */
export function originsOption(values: Values): readonly string[] {
  const given = values.get('allow-origin') ?? []
  for (const typed of given) {
    if (URL.parse(typed)?.origin !== typed) {
      throw new UsageError(
        `--allow-origin ${typed} is not an origin`,
        'Use only scheme, host and port, such as https://app.example.',
      )
    }
  }
  return given
}

/** Additional host names of the gateway. @throws UsageError */
export function hostsOption(values: Values): readonly string[] {
  const given = values.get('allow-host') ?? []
  for (const typed of given) {
    if (!/^[\w.-]+$/.test(typed)) {
      throw new UsageError(
        `--allow-host ${typed} is not a host name`,
        'Use only the name, such as box.example.',
      )
    }
  }
  return given
}

/** Whether to open a browser; undefined without --open and --no-open. @throws UsageError */
export function openOption(values: Values): boolean | undefined {
  if (!values.has('open')) return values.has('no-open') ? false : undefined
  if (!values.has('no-open')) return true
  throw new UsageError('--open and --no-open cannot be combined')
}

/** Where other gateways reach this one. @throws UsageError */
export function advertiseOption(values: Values): { advertise?: string } {
  const typed = values.get('advertise')?.[0]
  if (typed === undefined) return {}
  if (/^https?:$/.test(URL.parse(typed)?.protocol ?? '')) return { advertise: typed }
  throw new UsageError(
    `--advertise ${typed} is not an address`,
    'Use an address such as http://10.0.0.1:8787.',
  )
}
