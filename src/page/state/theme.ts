/** How the page looks: as the system does, or as somebody chose. */
export type Theme = 'system' | 'light' | 'dark'

const order: readonly Theme[] = ['system', 'light', 'dark']

/** What was kept, if it is a theme. */
export function readTheme(kept: string | null): Theme {
  return order.find((theme) => theme === kept) ?? 'system'
}

/** The one that comes after. */
export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
}
