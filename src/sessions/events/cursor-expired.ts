import { CapstanError } from '../../core/capstan-error.ts'

/** The events after a cursor are no longer all stored: a reader would miss some. */
export class CursorExpiredError extends CapstanError {
  /** The cursor of the oldest stored event. */
  readonly firstCursor: number

  constructor(cursor: number, firstCursor: number) {
    super('CURSOR_EXPIRED', `The events after cursor ${cursor} are no longer stored`, {
      hint: `Read after ${firstCursor - 1}, the oldest cursor that misses nothing, or after 0 for all stored events.`,
      commandHint: `Use --after ${firstCursor - 1}, or --after 0 for all stored events.`,
    })
    this.firstCursor = firstCursor
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), firstCursor: this.firstCursor }
  }
}

/** @throws CursorExpiredError if events after the cursor were deleted; 0 stands for the start of what is stored. */
export function requireCursor(cursor: number | undefined, firstCursor: () => number): void {
  if (cursor === undefined || cursor === 0) return
  const first = firstCursor()
  if (cursor < first - 1) throw new CursorExpiredError(cursor, first)
}
