/** A word with known values that may also have one we do not know yet; that one is kept as it came. */
export type OpenValue<Known extends string> = Known | (string & {})
