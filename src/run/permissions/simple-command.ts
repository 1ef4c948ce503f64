/** Stands for an unquoted `*` of a pattern. */
const anyText = '\0'

/** Characters that a shell may give a meaning, outside of quotes. */
const special = /[;&|<>(){}$`\\!?[\]#^%]/

/**
 * The words of a line with one simple command; undefined if a shell could do anything else with the line, such as run a
 * second command, replace a word or write a file.
 */
export function simpleCommand(line: string, { isPattern = false } = {}): string[] | undefined {
  if (hasControl(line)) return undefined
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (const character of line) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined
      else if (quote === '"' && /[$`\\!]/.test(character)) return undefined
      else word += character
    } else if (character === ' ') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (character === '*') {
      if (!isPattern) return undefined
      word = (word ?? '') + anyText
    } else if (special.test(character)) return undefined
    else word = (word ?? '') + character
  }
  if (quote !== undefined) return undefined
  if (word !== undefined) words.push(word)
  // A shell reads `NAME=value` before a command as a variable, and zsh replaces `=name`.
  const isAssigned = words[0]?.includes('=') === true || words.some((one) => one.startsWith('='))
  return words.length === 0 || isAssigned ? undefined : words
}

function hasControl(line: string): boolean {
  return /\p{Cc}/u.test(line)
}

/** A shell of the system with one quoted command line. */
const shell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh (?:-[a-z]+ )*-[a-z]*c (?:'([^']*)'|"([^"$`\\!]*)")$/

/** Whether a line is one simple command that the pattern allows; also as the line of a shell. */
export function allowsCommand(pattern: string, line: string): boolean {
  const [, single, double] = shell.exec(line.trim()) ?? []
  const expected = simpleCommand(pattern, { isPattern: true })
  const words = simpleCommand((single ?? double ?? line).trim())
  return expected !== undefined && words !== undefined && fits(expected, words)
}

/**
 * Whether a pattern refuses a line: it fits some part of it, also behind other words (`sudo`, `env`), in quotes or in a
 * substitution. So it may refuse too much, such as the same words as an argument.
 */
export function refusesCommand(pattern: string, line: string): boolean {
  const expected = simpleCommand(pattern, { isPattern: true })
  if (expected === undefined) return false
  const isPath = expected[0]?.includes('/') === true
  const plain = line
    .replaceAll(/\\\r?\n/g, '')
    .replaceAll(/\$\{?IFS\}?|\t/g, ' ')
    .replaceAll(/["'\\]/g, '')
  const spread = plain.replaceAll(/[{},]/g, ' ')
  const parts = [plain, spread].flatMap((one) => one.split(/[;&|<>(){}`$\p{Cc}]+/u))
  return parts.some((part) => {
    const words = part.split(' ').filter((word) => word !== '')
    return words.some((first, at) => {
      const name = isPath ? first : first.slice(first.lastIndexOf('/') + 1)
      return fitsAroundOptions(expected, [name, ...words.slice(at + 1)])
    })
  })
}

/** Whether a pattern fits, also with options and their values between its words, as in `git -C folder push`. */
function fitsAroundOptions(expected: readonly string[], words: readonly string[]): boolean {
  if (fits(expected, words)) return true
  const [[first = '', ...others], [word = '', ...rest]] = [expected, words]
  if (others.length === 0 || rest.length === 0 || !fitsText(first, word)) return false
  const isOption = rest[0]?.startsWith('-') === true
  return (isOption ? rest : [word]).some((_, at) => fitsAroundOptions(others, rest.slice(at)))
}

/** A last `*` fits any further words, also none. */
function fits(expected: readonly string[], words: readonly string[]): boolean {
  const isOpen = expected.length > 1 && expected.at(-1) === anyText
  const fixed = isOpen ? expected.slice(0, -1) : expected
  if (isOpen ? words.length < fixed.length : words.length !== fixed.length) return false
  return fixed.every((pattern, at) => fitsText(pattern, words[at] ?? ''))
}

/** Whether a text fits a pattern in which {@link anyText} stands for any text. */
function fitsText(pattern: string, text: string): boolean {
  const parts = pattern.split(anyText)
  const [first = ''] = parts
  if (parts.length === 1) return pattern === text
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** Whether a tool's name fits a pattern. */
export function fitsTool(pattern: string, tool: string): boolean {
  return fitsText(pattern.replaceAll('*', anyText), tool)
}
