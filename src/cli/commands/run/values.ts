import { durationMs } from '../../../core/text/duration.ts'
import { UsageError } from '../../usage-error.ts'

type Values = ReadonlyMap<string, readonly string[]>

/** A time in milliseconds: `30s`, `5m`, `1h`, `500ms`, or plain seconds. @throws UsageError that names the option. */
export function durationOption(values: Values, name: string, least = 1): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  const time = durationMs(typed)
  if (time !== undefined && time >= least) return time
  throw new UsageError(`--${name} ${typed} is not a time`, 'Give it as 30s, 5m or 1h, or in seconds.')
}

/** A whole number of at least 1. @throws UsageError that names the option. */
export function countOption(values: Values, name: string): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  if (/^[1-9]\d*$/.test(typed)) return Number(typed)
  throw new UsageError(`--${name} ${typed} is not a number`, 'Give a whole number of at least 1.')
}

/** An amount of at least 0. @throws UsageError that names the option. */
export function amountOption(values: Values, name: string): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  if (/^\d*\.?\d+$/.test(typed)) return Number(typed)
  throw new UsageError(`--${name} ${typed} is not an amount`, 'Give a number such as 0.50.')
}

/** One of a few words. @throws UsageError that names the option. */
export function wordOption<Word extends string>(
  values: Values,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const typed = values.get(name)?.[0]
  const found = words.find((word) => word === typed)
  if (found !== undefined || typed === undefined) return found
  throw new UsageError(`--${name} ${typed} is not known`, `Use one of ${words.join(', ')}.`)
}

/** Variables as `NAME=value`, or as `NAME` to pass one on. @throws UsageError that names the option. */
export function environmentOption(
  values: Values,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  const given = values.get('env')
  if (given === undefined) return undefined
  return Object.fromEntries(
    given.map((typed) => {
      const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(typed) ?? []
      if (name === undefined) {
        throw new UsageError(
          `--env ${typed} is not a variable`,
          'Give it as NAME=value, or as NAME to pass it on.',
        )
      }
      const known = value ?? environment[name]
      if (known !== undefined) return [name, known]
      throw new UsageError(`--env ${name} is not set here`, `Set it, or give it as ${name}=value.`)
    }),
  )
}
