import type { Ecosystem } from '../../../capabilities/convert.ts'
import type { Option } from '../../command.ts'
import { didYouMean } from '../../../core/text/nearest-name.ts'
import { UsageError } from '../../usage-error.ts'

/** Repeated here so that help does not load the converters; a test compares both lists. */
export const ecosystemNames: readonly Ecosystem[] = ['ag-ui', 'a2e', 'relay', 'mux', 'acp', 'profile']

type OptionName = 'from' | 'to' | 'as'

export function ecosystemOption(name: OptionName, help: string): Option {
  return { name, value: '<ecosystem>', help: `${help}: ${ecosystemNames.join(', ')}` }
}

/** The ecosystem an option names. @throws UsageError if it is missing or unknown. */
export function readEcosystem(values: ReadonlyMap<string, readonly string[]>, name: OptionName): Ecosystem {
  const [typed] = values.get(name) ?? []
  if (typed === undefined) {
    throw new UsageError(`--${name} is missing`, `Name an ecosystem: ${ecosystemNames.join(', ')}.`)
  }
  const ecosystem = ecosystemNames.find((candidate) => candidate === typed)
  if (ecosystem !== undefined) return ecosystem
  const otherwise = `Use one of ${ecosystemNames.join(', ')}.`
  throw new UsageError(`Unknown ecosystem ${typed}`, didYouMean(typed, ecosystemNames, otherwise))
}
