import type { Option } from './command.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { UsageError } from './usage-error.ts'

export interface ParsedArguments {
  values: Map<string, string[]>
  rest: string[]
}

/**
 * Reads `--name value`, `--name=value`, `-x` and `--`; `-` alone is an argument.
 * An option nobody knows is an error: guessing would eat the argument after it.
 */
export function parseArguments(words: readonly string[], options: readonly Option[]): ParsedArguments {
  const values = new Map<string, string[]>()
  const rest: string[] = []
  const queue = [...words]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      rest.push(...queue)
      break
    }
    if (!word.startsWith('-') || word === '-') {
      rest.push(word)
      continue
    }
    const [flag, inline] = splitFlag(word)
    const option = findOption(flag, options)
    if (values.has(option.name) && !option.repeats && option.value !== undefined) {
      throw new UsageError(`--${option.name} is given twice`)
    }
    const value = option.value === undefined ? noValue(option, inline) : (inline ?? queue.shift())
    if (value === undefined || (inline === undefined && value.startsWith('--'))) {
      throw new UsageError(`--${option.name} needs a value`, `Give it as --${option.name} ${option.value}.`)
    }
    values.set(option.name, [...(values.get(option.name) ?? []), value])
  }
  return { values, rest }
}

/** The flag and the value of `--name=value`; the word alone where there is no value in it. */
export function splitFlag(word: string): [string, string?] {
  const equals = word.indexOf('=')
  return word.startsWith('--') && equals !== -1 ? [word.slice(0, equals), word.slice(equals + 1)] : [word]
}

function findOption(flag: string, options: readonly Option[]): Option {
  const option = options.find(({ name, short }) => flag === `--${name}` || flag === `-${short}`)
  if (option !== undefined) return option
  const names = options.map(({ name }) => `--${name}`)
  throw new UsageError(`Unknown option ${flag}`, didYouMean(flag, names, 'See --help for the options.'))
}

function noValue({ name }: Option, inline: string | undefined): string {
  if (inline !== undefined) throw new UsageError(`--${name} takes no value`)
  return 'true'
}
