import type * as Crypto from 'node:crypto'

/** 256 random bits as text that is safe in files, variables and addresses. */
export function makeToken(): string {
  return crypto().randomBytes(32).toString('base64url')
}

/** Whether two tokens are the same, in a time that tells nothing of where they differ. A digest of each would cost more. */
export function isSameToken(given: string, expected: string): boolean {
  const wanted = Buffer.from(expected)
  const compared = Buffer.alloc(wanted.length)
  compared.write(given)
  const isSame = crypto().timingSafeEqual(compared, wanted)
  return isSame && Buffer.byteLength(given) === wanted.length
}

/** What can be kept of a token. Of one length, whatever the token's is. */
export function tokenDigest(token: string): Buffer {
  return crypto().hash('sha256', token, 'buffer')
}

let loaded: typeof Crypto | undefined

/** Loaded when a token is needed: an import would cost every start, and asking for it each time every request. */
function crypto(): typeof Crypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
