/**
 * A type as it was published: without the index signatures by which open objects take unknown keys, without
 * `readonly`, and with open lists of words as plain text. Types that are the same then compare as equal.
 */
export type Published<Type> = Type extends string
  ? string extends Type
    ? string
    : Type
  : Type extends readonly (infer Item)[]
    ? number extends Type['length']
      ? Published<Item>[]
      : { -readonly [Index in keyof Type]: Published<Type[Index]> }
    : Type extends object
      ? [keyof Named<Type>] extends [never]
        ? Type
        : { -readonly [Key in keyof Named<Type>]: Published<Named<Type>[Key]> }
      : Type

/** The members that have a name; none are left of a dictionary. */
type Named<Type> = {
  [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: Type[Key]
}
