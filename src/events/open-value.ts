/** A string with known values that also accepts unknown ones. */
export type OpenValue<Known extends string> = Known | (string & {})
