/** The fields of an object that have a value: JSON has no other way to leave one out. */
export function defined<Data extends object>(
  data: Data,
): { [Key in keyof Data]?: Exclude<Data[Key], undefined> } {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Data]?: Exclude<Data[Key], undefined>
  }
}
