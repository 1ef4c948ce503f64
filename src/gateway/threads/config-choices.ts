import type { ConfigOption } from '../../events/config-option.ts'

/** What one of the settings of a session can be, and what it is now. */
export interface Choices {
  current?: string
  available: { id: string; name?: string }[]
}

/** What a setting can be; `current` says what it is where no list of it is told. */
export function choicesOf(options: readonly ConfigOption[], category: string, current?: unknown): Choices {
  const option = options.find((one) => one.category === category)
  if (option?.type !== 'select') {
    return { ...(typeof current === 'string' ? { current } : {}), available: [] }
  }
  const values = option.options.flatMap((one) => ('options' in one ? one.options : [one]))
  return { current: option.currentValue, available: values.map(({ value, name }) => ({ id: value, name })) }
}
