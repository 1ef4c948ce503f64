/** Breaks a text between words, so that no line is wider than this; a longer word stays whole. */
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

/** How many columns a text takes; color codes take none. */
export function visibleLength(text: string): number {
  const [plain = '', ...colored] = text.split('\u001b[')
  return colored.reduce((length, part) => length + part.length - part.indexOf('m') - 1, plain.length)
}
