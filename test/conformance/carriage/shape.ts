/** The target of each field of a source object, for each form of the object. */
export interface Shape {
  name: string
  /** The first matching variant is used. */
  variants: readonly Variant[]
}

/** One form of a source object and what it becomes. Paths are dotted; `0` is the first item of a list. */
export interface Variant {
  /** Source fields with exactly this value. The variant implies them, so they have no row. */
  when?: Readonly<Record<string, string>>
  /** Source fields that are present and not `null`. */
  has?: readonly string[]
  /** Our fields with exactly this value, in place of `when`. */
  set?: Readonly<Record<string, string | boolean>>
  /** Our fields whose absence distinguishes this variant from another. */
  lacks?: readonly string[]
  /** Ids that ours needs and the source does not have; the translator generates them. */
  made?: readonly string[]
  /** The target of each source field. */
  rows: Readonly<Record<string, Row>>
  /** The target of all source fields without a row, unchanged. */
  rest?: Rest
  /** The target of the whole source object, unchanged. */
  whole?: string
}

/** A path in our object, or a path with a conversion of the value. An empty path is the event itself. */
export type Row = string | RowDetail

export interface RowDetail {
  to: string
  /** The value, or each of its items, is an object with its own shape. */
  as?: Shape
  /** In these values, an underscore becomes a hyphen. All other values stay unchanged. */
  words?: readonly string[]
  /** The value becomes the only field of an object, under this key. */
  wrap?: string
  /** A `Date` becomes milliseconds, or a `Date` or text becomes text. */
  time?: 'milliseconds' | 'text'
  /** `null` clears the field and is kept. In all other fields, `null` means absent. */
  clears?: true
  /** Any JSON value, including `null`, without a shape. */
  verbatim?: true
  /** Further fields of ours that are set if the value is present. */
  with?: Readonly<Record<string, string>>
}

interface Rest {
  to: string
  /** Omits the target if no source field is left. */
  optional?: true
}

export function shape(name: string, ...variants: Variant[]): Shape {
  return { name, variants }
}

export function detail(row: Row): RowDetail {
  return typeof row === 'string' ? { to: row } : row
}

/** An unknown form of a discriminated union, kept completely. */
export const unknownPart: Variant = {
  set: { type: 'unknown' },
  rows: { type: 'originalType' },
  rest: { to: 'data' },
}
