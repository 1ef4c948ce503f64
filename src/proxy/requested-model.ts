const field = Buffer.from('"model"')

/**
 * The model in a part of a request's body. Does not parse the body, which may be megabytes; inside texts of the
 * conversation the quotes are escaped, so they do not match.
 */
export function modelInBody(chunk: Buffer): string | undefined {
  for (let at = chunk.indexOf(field); at !== -1; at = chunk.indexOf(field, at + field.length)) {
    const near = chunk.toString('utf8', at, at + 300)
    const model = /^"model"\s*:\s*"([^"\\]{1,200})"/.exec(near)?.[1]
    if (model !== undefined) return model
  }
  return undefined
}
