import { makeToken, tokenDigest } from '../../core/token.ts'
import type { WireRights } from './wire-message.ts'

/** What somebody who holds a token may do: everything, or what one session may. */
export type Grant = { rights: 'owner' } | { rights: Extract<WireRights, 'session'>; session: string }

/** Tokens and what each is good for. Only their digests are kept. */
export interface Tokens {
  /** A new token. */
  issue(grant: Grant): string
  /** What a token is good for; undefined if nobody was given it. */
  find(token: string): Grant | undefined
  /** Takes all tokens of a session away. */
  revoke(session: string): void
  /** Is told when tokens are taken away. Gives a function that ends it. */
  onRevoked(listener: (session: string) => void): () => void
}

/** A book of tokens. `owner` is one that was made before, such as that of a file. */
export function createTokens({ owner }: { owner?: string } = {}): Tokens {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  let entries: { digest: Buffer; grant: Grant }[] = []
  const listeners = new Set<(session: string) => void>()
  const add = (token: string, grant: Grant): void => void entries.push({ digest: tokenDigest(token), grant })
  if (owner !== undefined) add(owner, { rights: 'owner' })
  return {
    issue: (grant) => {
      const token = makeToken()
      add(token, grant)
      return token
    },
    find: (token) => {
      const digest = tokenDigest(token)
      let found: Grant | undefined
      // All of them are compared, and each in the same time.
      for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry.grant
      return found
    },
    revoke: (session) => {
      entries = entries.filter(({ grant }) => grant.rights === 'owner' || grant.session !== session)
      for (const listener of listeners) listener(session)
    },
    onRevoked: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
