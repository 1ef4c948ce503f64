import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two tokens are the same, in a time that tells nothing of where they differ. */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** Of one length, whatever the token’s is. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
