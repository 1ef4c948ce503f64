export type Theme = 'system' | 'light' | 'dark'

const order: readonly Theme[] = ['system', 'light', 'dark']

/** The saved theme; `system` if the value is none. */
export function readTheme(kept: string | null): Theme {
  return order.find((theme) => theme === kept) ?? 'system'
}

/** The next theme in the cycle. */
export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
}
