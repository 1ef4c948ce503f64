/** A unique id. `randomUUID` is missing on pages that are neither HTTPS nor localhost. */
export function newId(kind: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `${kind}-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
