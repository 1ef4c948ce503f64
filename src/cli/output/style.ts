/** Styles text for a terminal; a plain style does not change it. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
}

const codes = { bold: [1, 22], dim: [2, 22], good: [32, 39], bad: [31, 39], warn: [33, 39] } as const

export function createStyle(colored: boolean): Style {
  const paint = (name: keyof typeof codes) => (text: string) =>
    colored ? `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m` : text
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    good: paint('good'),
    bad: paint('bad'),
    warn: paint('warn'),
  }
}

/** Whether to print colors, by NO_COLOR, FORCE_COLOR and the terminal. */
export function usesColor(
  isTerminal: () => boolean,
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return TERM !== 'dumb' && isTerminal()
}
