import type { Option } from './command.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { UsageError } from './usage-error.ts'

export interface ParsedArguments {
  values: Map<string, string[]>
  rest: string[]
}

/**
 * Reads `--name value`, `--name=value`, `-x` and `--`; `-` alone is an argument.
 * An unknown option is an error: guessing could swallow the next argument.
 */
export function parseArguments(args: readonly string[], options: readonly Option[]): ParsedArguments {
  const values = new Map<string, string[]>()
  const rest: string[] = []
  const queue = [...args]
  for (let argument = queue.shift(); argument !== undefined; argument = queue.shift()) {
    if (argument === '--') {
      rest.push(...queue)
      break
    }
    if (!argument.startsWith('-') || argument === '-') {
      rest.push(argument)
      continue
    }
    const [flag, inline] = splitFlag(argument)
    const option = findOption(flag, options)
    if (values.has(option.name) && !option.repeats && option.value !== undefined) {
      throw new UsageError(`--${option.name} is given twice`)
    }
    const value = option.value === undefined ? noValue(option, inline) : (inline ?? queue.shift())
    if (value === undefined || (inline === undefined && value.startsWith('--'))) {
      throw new UsageError(`--${option.name} needs a value`, `Use --${option.name} ${option.value}.`)
    }
    values.set(option.name, [...(values.get(option.name) ?? []), value])
  }
  return { values, rest }
}

/** The flag and the value of `--name=value`; any other argument alone. */
export function splitFlag(argument: string): [string, string?] {
  const equals = argument.indexOf('=')
  if (!argument.startsWith('--') || equals === -1) return [argument]
  return [argument.slice(0, equals), argument.slice(equals + 1)]
}

function findOption(flag: string, options: readonly Option[]): Option {
  const option = options.find(({ name, short }) => flag === `--${name}` || flag === `-${short}`)
  if (option !== undefined) return option
  const names = options.map(({ name }) => `--${name}`)
  throw new UsageError(`Unknown option ${flag}`, didYouMean(flag, names, 'See --help for the options.'))
}

function noValue({ name, inline: values = [] }: Option, inline: string | undefined): string {
  if (inline !== undefined && values.includes(inline)) return inline
  if (inline !== undefined && values.length > 0) {
    const ways = values.map((value) => `--${name}=${value}`).join(', ')
    throw new UsageError(`--${name}=${inline} is not valid`, `Use --${name}, or ${ways}.`)
  }
  if (inline !== undefined) throw new UsageError(`--${name} takes no value`)
  return 'true'
}
