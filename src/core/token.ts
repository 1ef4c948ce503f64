import type * as Crypto from 'node:crypto'

/** 256 random bits as text that is safe in files, variables and addresses. */
export function makeToken(): string {
  return crypto().randomBytes(32).toString('base64url')
}

/** Compares two tokens in constant time. Comparing digests would cost more. */
export function isSameToken(given: string, expected: string): boolean {
  const expectedBytes = Buffer.from(expected)
  const compared = Buffer.alloc(expectedBytes.length)
  compared.write(given)
  const isSame = crypto().timingSafeEqual(compared, expectedBytes)
  return isSame && Buffer.byteLength(given) === expectedBytes.length
}

/** A digest of fixed length that can be stored instead of the token. */
export function tokenDigest(token: string): Buffer {
  return crypto().hash('sha256', token, 'buffer')
}

let loaded: typeof Crypto | undefined

/** Loaded with the first token: an import would slow down every start. */
function crypto(): typeof Crypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
