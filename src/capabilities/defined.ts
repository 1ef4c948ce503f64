/** The fields of an object that are not undefined, because JSON has no undefined. */
export function defined<Data extends object>(
  data: Data,
): { [Key in keyof Data]?: Exclude<Data[Key], undefined> } {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Data]?: Exclude<Data[Key], undefined>
  }
}
