/** A strong ETag of the content. */
export function etagOf(body: string | Uint8Array): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(body)
  return `"${hash.digest('base64url')}"`
}

/** Whether If-None-Match contains the ETag. */
export function hasAlready({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match')?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}
