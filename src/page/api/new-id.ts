/** A name that nobody else has. Not `randomUUID`: that is there only for pages over HTTPS and on the machine itself. */
export function newId(kind: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `${kind}-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
