/** 256 random bits as text that is safe in files, variables and addresses. */
export function makeToken(): string {
  // Loaded when a token is needed: an import would cost every start.
  return process.getBuiltinModule('node:crypto').randomBytes(32).toString('base64url')
}

/** Whether two tokens are the same, in a time that tells nothing of where they differ. */
export function isSameToken(given: string, expected: string): boolean {
  return process.getBuiltinModule('node:crypto').timingSafeEqual(tokenDigest(given), tokenDigest(expected))
}

/** What can be kept of a token. Of one length, whatever the token's is. */
export function tokenDigest(token: string): Buffer {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest()
}
