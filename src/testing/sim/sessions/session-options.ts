import { invalidParams } from '../wire/rpc-error.ts'

/** The two simulated models and their context sizes. */
export const contextSizes: Readonly<Record<string, number>> = { 'sim-small': 32_000, 'sim-large': 200_000 }

/** The number of thinking pieces before an answer. */
export const thoughtsOfEffort: Readonly<Record<string, number>> = { low: 1, medium: 2, high: 4, max: 8 }

/** The options of a session. */
export interface SessionOptions {
  model: string
  effort: string
  mode: string
}

export const defaultOptions: SessionOptions = { model: 'sim-small', effort: 'medium', mode: 'ask' }

interface Choice {
  value: string
  name: string
  description?: string
}

interface OptionKind {
  id: keyof SessionOptions
  name: string
  category: string
  options: readonly Choice[]
}

export const modeChoices: readonly Choice[] = [
  { value: 'ask', name: 'Ask', description: 'Asks before it writes a file or runs a command' },
  { value: 'auto', name: 'Auto', description: 'Writes and runs without asking' },
]

const kinds: readonly OptionKind[] = [
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    options: [
      { value: 'sim-small', name: 'Sim small', description: 'Simulated: there is no model' },
      { value: 'sim-large', name: 'Sim large', description: 'Simulated: there is no model either' },
    ],
  },
  {
    id: 'effort',
    name: 'Effort',
    category: 'thought_level',
    options: ['low', 'medium', 'high', 'max'].map((value) => ({ value, name: value })),
  },
  { id: 'mode', name: 'Mode', category: 'mode', options: modeChoices },
]

/** The current options, with the id field of the protocol version. */
export function describeOptions(values: SessionOptions, idField: 'id' | 'configId'): unknown[] {
  return kinds.map(({ id, name, category, options }) => ({
    [idField]: id,
    name,
    category,
    type: 'select',
    currentValue: values[id],
    options,
  }))
}

/** The options with one of them changed. */
export function changeOption(values: SessionOptions, id: string, value: unknown): SessionOptions {
  const kind = kinds.find((one) => one.id === id)
  if (kind === undefined) {
    throw invalidParams(`unknown option ${id}; use ${kinds.map((one) => one.id).join(', ')}`)
  }
  const words = kind.options.map((option) => option.value)
  if (!words.includes(value as string)) {
    throw invalidParams(`${id} cannot be ${JSON.stringify(value)}; it can be ${words.join(', ')}`)
  }
  return { ...values, [kind.id]: value }
}
