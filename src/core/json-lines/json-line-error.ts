import { CapstanError, type CapstanErrorOptions } from '../capstan-error.ts'

/** Why a line was refused: it is no JSON, it is no UTF-8, or it is longer than the limit. */
export type JsonLineErrorCode = 'JSON_LINE_INVALID' | 'JSON_LINE_NOT_UTF8' | 'JSON_LINE_TOO_LONG'

/** Where a refused line is and what it looks like. */
export interface JsonLinePlace {
  /** 1-based; counts every line of the stream, blank and refused ones too. */
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

/** A line of a JSON lines stream was refused. It was skipped and the stream is read on. */
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
