/** A value that is computed when it is first read, for data that most programs load and few use. */
export function onFirstUse<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: compute() }).value
}
