/** A part of a text: a comment, a string, or one character. */
interface Piece {
  readonly text: string
  readonly isComment: boolean
}

/**
 * JSON with comments and trailing commas as plain JSON of the same length: both become blanks, so that the position of
 * what is wrong stays the same. Takes time in proportion to the text.
 */
export function plainJson(text: string): string {
  const plain: string[] = []
  /** The last character that is neither blank nor in a comment, and what stood before it. */
  let [last, before] = ['', '']
  let comma = 0
  for (const { text: piece, isComment } of piecesOf(text)) {
    const isBlank = isComment || piece.trim() === ''
    if ((piece === '}' || piece === ']') && last === ',' && !'[{,:'.includes(before)) plain[comma] = ' '
    if (piece === ',') comma = plain.length
    if (!isBlank) [last, before] = [piece.slice(-1), last]
    plain.push(isComment ? piece.replaceAll(/[^\n\r]/g, ' ') : piece)
  }
  return plain.join('')
}

/** Takes a text apart at its comments and strings. */
export function* piecesOf(text: string): Generator<Piece> {
  const lastClosing = text.lastIndexOf('*/')
  let index = 0
  while (index < text.length) {
    const begin = text.slice(index, index + 2)
    // A comment that is not closed is left as it is: it is what is wrong with the text.
    const isComment = begin === '//' || (begin === '/*' && lastClosing >= index + 2)
    const end = isComment
      ? commentEnd(text, index)
      : begin.startsWith('"')
        ? stringEnd(text, index)
        : index + 1
    yield { text: text.slice(index, end), isComment }
    index = end
  }
}

function commentEnd(text: string, start: number): number {
  if (text[start + 1] === '*') return text.indexOf('*/', start + 2) + 2
  let end = start
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}

function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index + 1
  }
  return text.length
}
