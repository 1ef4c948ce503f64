/** Wraps a text between words; a word longer than the width stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && visibleLength(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** The width of a text without color codes. */
export function visibleLength(text: string): number {
  const [plain = '', ...colored] = text.split('\u001b[')
  return colored.reduce((length, part) => length + part.length - part.indexOf('m') - 1, plain.length)
}
