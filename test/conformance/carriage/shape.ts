/** Where each field of one sort of source object goes, for every form the object can take. */
export interface Shape {
  name: string
  /** The first variant that fits is taken. */
  variants: readonly Variant[]
}

/** One form of a source object and what it becomes. Paths are dotted; `0` is the first item of a list. */
export interface Variant {
  /** Source fields that have exactly this value. They are given by the choice of the variant. */
  when?: Readonly<Record<string, string>>
  /** Source fields that are there and not `null`. */
  has?: readonly string[]
  /** What our side says instead of `when`. */
  set?: Readonly<Record<string, string | boolean>>
  /** Fields of our side whose absence distinguishes this variant from another. */
  lacks?: readonly string[]
  /** Ids that our side needs and the source lacks; the translator generates them. */
  made?: readonly string[]
  /** Source field to its place on our side. */
  rows: Readonly<Record<string, Row>>
  /** Where the source fields without a row go, together and untouched. */
  rest?: Rest
  /** Where the source goes as a whole, untouched. */
  whole?: string
}

/** A path on our side, or a path and how the value changes on its way. An empty path is the event itself. */
export type Row = string | RowDetail

export interface RowDetail {
  to: string
  /** The value, or each item of it, is an object with a shape of its own. */
  as?: Shape
  /** The value is one of these words; an underscore becomes a hyphen. Any other word stays as it is. */
  words?: readonly string[]
  /** The value becomes an object that has it under this key. */
  wrap?: string
  /** A `Date` becomes milliseconds, or a `Date` or text becomes text. */
  time?: 'milliseconds' | 'text'
  /** `null` clears the field and is kept. Everywhere else `null` is the same as absent. */
  clears?: true
  /** Any JSON value, `null` included; it has no shape to follow. */
  verbatim?: true
  /** What our side says too when the value is there. */
  with?: Readonly<Record<string, string>>
}

interface Rest {
  to: string
  /** True when it is left out when there is nothing to put in. */
  optional?: true
}

export function shape(name: string, ...variants: Variant[]): Shape {
  return { name, variants }
}

export function detail(row: Row): RowDetail {
  return typeof row === 'string' ? { to: row } : row
}

/** The forms of a discriminated union that this version does not know are kept whole. */
export const unknownPart: Variant = {
  set: { type: 'unknown' },
  rows: { type: 'originalType' },
  rest: { to: 'data' },
}
