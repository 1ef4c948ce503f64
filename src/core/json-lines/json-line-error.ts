import { CapstanError, type CapstanErrorOptions } from '../capstan-error.ts'

/** Why a line was rejected: not JSON, not UTF-8, or longer than the limit. */
export type JsonLineErrorCode = 'JSON_LINE_INVALID' | 'JSON_LINE_NOT_UTF8' | 'JSON_LINE_TOO_LONG'

/** The position and an excerpt of a rejected line. */
export interface JsonLinePlace {
  /** 1-based; counts every line of the stream, also blank and rejected ones. */
  line: number
  /**
   * 1-based: of the first character that cannot be JSON, in UTF-16 units, or of the first byte that is not
   * UTF-8, in bytes. A line that is too long has none.
   */
  column?: number
  /** Bytes of the stream before the line, a byte order mark included. */
  offset: number
  /** At most 120 printable characters of the line. */
  excerpt: string
}

/** A line of a JSON Lines stream was rejected. The decoder skipped it and continues. */
export class JsonLineError extends CapstanError {
  declare readonly code: JsonLineErrorCode
  readonly line: number
  readonly column: number | undefined
  readonly offset: number
  readonly excerpt: string

  constructor(code: JsonLineErrorCode, message: string, options: JsonLinePlace & CapstanErrorOptions) {
    super(code, message, options)
    this.line = options.line
    this.column = options.column
    this.offset = options.offset
    this.excerpt = options.excerpt
  }

  /** The same error with another excerpt, and without a cause, which may quote the line. */
  withExcerpt(excerpt: string): JsonLineError {
    const { code, message, line, column, offset, hint } = this
    const place = { line, offset, excerpt, ...(column === undefined ? {} : { column }) }
    return new JsonLineError(code, message, { ...place, ...(hint === undefined ? {} : { hint }) })
  }

  override toJSON(): Record<string, unknown> {
    const { line, column, offset, excerpt } = this
    return { ...super.toJSON(), line, ...(column === undefined ? {} : { column }), offset, excerpt }
  }
}
