/** How a text compares with a pattern. */
export type PatternOutcome = 'yes' | 'no' | 'too long' | 'invalid'

export type Matches = (pattern: string, text: string) => PatternOutcome

/** Matches with an ordinary regular expression, for patterns of this project itself. */
export const nativeMatches: Matches = (pattern, text) => {
  try {
    return new RegExp(pattern, 'u').test(text) ? 'yes' : 'no'
  } catch {
    return 'invalid'
  }
}
