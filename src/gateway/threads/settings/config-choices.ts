import type { ConfigOption } from '../../../events/config-option.ts'

/** The values of a session setting. */
export interface Choices {
  current?: string
  available: { id: string; name?: string }[]
}

/** The values of a setting; `current` is its value if the agent lists none. */
export function choicesOf(options: readonly ConfigOption[], category: string, current?: unknown): Choices {
  const option = options.find((one) => one.category === category)
  if (option?.type !== 'select') {
    return { ...(typeof current === 'string' ? { current } : {}), available: [] }
  }
  const values = option.options.flatMap((one) => ('options' in one ? one.options : [one]))
  return { current: option.currentValue, available: values.map(({ value, name }) => ({ id: value, name })) }
}
