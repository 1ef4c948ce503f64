/** A name for these bytes, and no others. */
export function etagOf(body: string | Uint8Array): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(body)
  return `"${hash.digest('base64url')}"`
}

/** Whether the client says that it has them already. */
export function hasAlready({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match')?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}
