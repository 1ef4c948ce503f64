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
    if (this.#isFound) return true
    const text = this.#end.length === 0 ? chunk : Buffer.concat([this.#end, chunk])
    for (let at = text.indexOf(field); at !== -1; at = text.indexOf(field, at + field.length)) {
      if (/^"tools"\s*:\s*\[\s*\{/.test(text.toString('latin1', at, at + longestStart))) this.#isFound = true
    }
    this.#end = text.subarray(-longestStart)
    return this.#isFound
  }
}
