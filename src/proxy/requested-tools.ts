const field = Buffer.from('"tools"')
/** How much of a part may be the beginning of the field. */
const longestStart = 40

/**
 * Finds out from the parts of a request's body whether it offers tools to the model. Does not parse the body, which may be
 * megabytes; inside texts of the conversation the quotes are escaped, so they do not match.
 */
export class ToolSearch {
  #end: Buffer = Buffer.alloc(0)
  #isFound = false

  /** Whether the parts so far offer tools. */
  push(chunk: Buffer): boolean {
    // The border of two parts is searched on its own: joining whole parts would copy the request.
    const border = Buffer.concat([this.#end, chunk.subarray(0, longestStart)])
    this.#isFound ||= offersTools(border) || offersTools(chunk)
    this.#end = chunk.length < longestStart ? border.subarray(-longestStart) : chunk.subarray(-longestStart)
    return this.#isFound
  }
}

function offersTools(text: Buffer): boolean {
  for (let at = text.indexOf(field); at !== -1; at = text.indexOf(field, at + field.length)) {
    if (/^"tools"\s*:\s*\[\s*\{/.test(text.toString('latin1', at, at + longestStart))) return true
  }
  return false
}
