/** A part of a text: a comment, a string, or one character. */
interface Piece {
  readonly text: string
  readonly isComment: boolean
}

/**
 * Replaces comments and trailing commas by blanks. The text keeps its length, so positions in syntax errors stay correct.
 * Runs in linear time.
 */
export function plainJson(text: string): string {
  const plain: string[] = []
  /** The last two characters outside blanks and comments. */
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

/** Splits a text into comments, strings and single characters. */
export function* piecesOf(text: string): Generator<Piece> {
  const lastClosing = text.lastIndexOf('*/')
  let index = 0
  while (index < text.length) {
    const begin = text.slice(index, index + 2)
    // Leave an unclosed comment unchanged, so that the parser reports it.
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
