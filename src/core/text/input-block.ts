const start = '\n\n<stdin>\n'
const end = '\n</stdin>'
/** Invisible, no white space, and part of no file name that anybody uses. */
const wordJoiner = '\u2060'

/** A prompt, followed by text that is not the user's own in a block of its own. */
export function withInputBlock(prompt: string, text: string): string {
  return text.trim() === '' ? prompt : `${prompt}${start}${text.replace(/\n$/, '')}${end}`
}

/**
 * A prompt whose input block names no files: a word joiner follows each sign of a file, so that the agent does not add
 * the file. The prompt before the block stays as it is. The text may end the block itself, so everything after the
 * beginning counts as the block.
 */
export function withPlainInput(prompt: string, sign: string): string {
  const at = prompt.indexOf(start)
  if (at === -1) return prompt
  return prompt.slice(0, at) + prompt.slice(at).replaceAll(sign, () => `${sign}${wordJoiner}`)
}
