import { durationMs } from '../../../core/text/duration.ts'
import { UsageError } from '../../usage-error.ts'

type Values = ReadonlyMap<string, readonly string[]>

/** A time in milliseconds: `30s`, `5m`, `1h`, `500ms`, or plain seconds. @throws UsageError that names the option. */
export function durationOption(values: Values, name: string, least = 1): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  const time = durationMs(typed)
  if (time !== undefined && time >= least) return time
  throw new UsageError(
    `--${name} ${typed} is not a time`,
    'Use a time such as 30s, 5m or 1h, or a number of seconds.',
  )
}

/** A whole number of at least 1. @throws UsageError that names the option. */
export function countOption(values: Values, name: string): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  if (/^[1-9]\d*$/.test(typed)) return Number(typed)
  throw new UsageError(`--${name} ${typed} is not a number`, 'Use a whole number of at least 1.')
}

/** An amount of at least 0. @throws UsageError that names the option. */
export function amountOption(values: Values, name: string): number | undefined {
  const typed = values.get(name)?.[0]
  if (typed === undefined) return undefined
  if (/^\d*\.?\d+$/.test(typed)) return Number(typed)
  throw new UsageError(`--${name} ${typed} is not an amount`, 'Use a number such as 0.50.')
}

/** A list of texts: the flag may be repeated, and each value may hold several, separated by commas. */
export function listOption(values: Values, name: string): string[] | undefined {
  const typed = values.get(name)
  if (typed === undefined) return undefined
  const texts = typed.flatMap((list) => list.split(',')).map((text) => text.trim())
  if (texts.every((text) => text !== '')) return texts
  throw new UsageError(`--${name} ${typed.join(',')} has an empty entry`, `Set a value for --${name}.`)
}

/** One of a fixed list of values. @throws UsageError that names the option. */
export function choiceOption<Choice extends string>(
  values: Values,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const typed = values.get(name)?.[0]
  const found = choices.find((choice) => choice === typed)
  if (found !== undefined || typed === undefined) return found
  throw new UsageError(`--${name} ${typed} is not valid`, `Use one of ${choices.join(', ')}.`)
}

/** Variables as `NAME=value`, or as `NAME` for the current value. @throws UsageError that names the option. */
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
          'Use NAME=value, or NAME to pass the current value.',
        )
      }
      const known = value ?? environment[name]
      if (known !== undefined) return [name, known]
      throw new UsageError(`--env ${name} is not set`, `Set ${name}, or use --env ${name}=value.`)
    }),
  )
}
