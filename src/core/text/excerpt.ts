const limit = 120
const limitBefore = 40
const ellipsis = '…'

/**
 * An excerpt of a text for a message: at most 120 characters around `index`, on one line,
 * with unprintable characters as `\u` escapes and an ellipsis where the text was cut.
 */
export function excerptOf(text: string, index = 0): string {
  if (text.length <= limit) {
    const whole = printable(text).join('')
    if (whole.length <= limit) return whole
  }
  const near = printable(text.slice(Math.max(0, index - limit), index)).toReversed()
  const before = fitting(near, limitBefore)
  const head = index > limit || before.length < near.length ? ellipsis : ''
  const capacity = limit - head.length - before.join('').length - ellipsis.length
  const rest = printable(text.slice(index, index + limit))
  const after = fitting(rest, capacity)
  const tail = after.length === rest.length ? '' : ellipsis
  return head + before.toReversed().join('') + after.join('') + tail
}

function printable(text: string): string[] {
  // Control, format and separator characters and lone surrogates: nothing that moves a cursor or hides text. In the
  // function, because V8 reads the Unicode tables as soon as it creates the pattern.
  const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
  return Array.from(text, (character) => (unprintable.test(character) ? escape(character) : character))
}

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** The first pieces that fit into `capacity` characters. */
function fitting(pieces: readonly string[], capacity: number): string[] {
  let length = 0
  const count = pieces.findIndex((piece) => (length += piece.length) > capacity)
  return count === -1 ? [...pieces] : pieces.slice(0, count)
}
