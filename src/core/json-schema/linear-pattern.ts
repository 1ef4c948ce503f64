import { RE2JS } from 're2js'
import { type Matches, nativeMatches } from './pattern-match.ts'

type Test = (text: string) => boolean

/** How many characters one check may match: about 20 milliseconds. */
const mostCharacters = 256 * 1024
const mostTests = 1000
const tests = new Map<string, Test | undefined>()

/** Matches a pattern in time proportional to the text; undefined for a pattern with features that need backtracking. */
export function linearTest(pattern: string): Test | undefined {
  if (!tests.has(pattern)) {
    if (tests.size >= mostTests) tests.clear()
    tests.set(pattern, compile(pattern))
  }
  return tests.get(pattern)
}

function compile(pattern: string): Test | undefined {
  try {
    // The syntax of JSON Schema is that of JavaScript.
    const expression = RE2JS.compile(RE2JS.translateRegExp(new RegExp(pattern, 'u')))
    return (text) => expression.test(text)
  } catch {
    return undefined
  }
}

/** Matches for one check of a value, within the limit of all its texts. */
export function linearMatches(otherwise: Matches = nativeMatches): Matches {
  let left = mostCharacters
  return (pattern, text) => {
    const test = linearTest(pattern)
    if (test === undefined) return otherwise(pattern, text)
    left -= text.length
    if (left < 0) return 'too long'
    return test(text) ? 'yes' : 'no'
  }
}
