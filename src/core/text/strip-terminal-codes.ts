const escape = String.fromCodePoint(0x1b)
const bell = String.fromCodePoint(0x07)

/** Colors and cursor moves: `ESC [`, parameters, a final letter. */
const control = String.raw`\[[0-?]*[ -/]*[@-~]?`
/** Titles, links and other strings, up to their end mark or, without one, to the end of the line. */
const string = String.raw`[\]PX^_][^${bell}${escape}\n]*(?:${bell}|${escape}\\)?`
/** All others: a letter or sign, such as `ESC ( B`. */
const other = String.raw`[ -/]*[0-~]?`

interface Patterns {
  readonly sequence: RegExp
  readonly controlCharacter: RegExp
  /** An incomplete sequence at the end of a text. */
  readonly unfinished: RegExp
}

let known: Patterns | undefined

// Created on first use: most agents write nothing to stderr.
function patterns(): Patterns {
  known ??= {
    sequence: new RegExp(`${escape}(?:${control}|${string}|${other})`, 'g'),
    controlCharacter: /(?![\n\t])\p{Cc}/gu,
    unfinished: new RegExp(
      String.raw`${escape}(?:\[[0-?]*[ -/]*|[\]PX^_][^${bell}${escape}\n]*${escape}?|[ -/]*)$`,
    ),
  }
  return known
}

/** The maximum length of a sequence; anything longer is text after a broken one. */
const longestSequence = 4096

/** Removes terminal codes and control characters, except newline and tab. */
export function stripTerminalCodes(text: string): string {
  const { sequence, controlCharacter } = patterns()
  return text.replaceAll(sequence, '').replaceAll(controlCharacter, '')
}

/** Strips streamed text, including sequences split between two pieces. */
export class TerminalCodeStripper {
  #held = ''

  strip(piece: string): string {
    const text = this.#held + piece
    const start = text.slice(-longestSequence).match(patterns().unfinished)?.[0].length ?? 0
    this.#held = text.slice(text.length - start)
    return stripTerminalCodes(text.slice(0, text.length - start))
  }
}
