import { makeToken, tokenDigest } from '../../core/token.ts'
import type { WireRights } from './wire-message.ts'

/** The rights of a token: everything, or those of one session. */
export type Grant = { rights: 'owner' } | { rights: Extract<WireRights, 'session'>; session: string }

/** Tokens and their rights. Only digests are stored. */
export interface Tokens {
  /** Creates a token. */
  issue(grant: Grant): string
  /** The rights of a token; undefined if it is unknown. A promise if the store of the nodes has to be asked. */
  find(token: string): Grant | undefined | Promise<Grant | undefined>
  /** Revokes all tokens of a session. */
  revoke(session: string): void
  /** Resolves when all tokens that were issued or revoked so far are stored. */
  stored?(): Promise<void>
  /** Calls the listener when tokens are revoked. Returns a function that unsubscribes. */
  onRevoked(listener: (session: string) => void): () => void
}

/** Tokens in memory. */
export interface LocalTokens extends Tokens {
  find(token: string): Grant | undefined
  /** Adds a known token by its digest. */
  add(digest: Buffer, grant: Grant): void
  /** The digests of the tokens of sessions. */
  digests(): { digest: Buffer; session: string }[]
}

/** Creates a token registry. `owner` is an existing owner token. */
export function createTokens({ owner }: { owner?: string } = {}): LocalTokens {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  let entries: { digest: Buffer; grant: Grant }[] = []
  const listeners = new Set<(session: string) => void>()
  const add = (digest: Buffer, grant: Grant): void => void entries.push({ digest, grant })
  if (owner !== undefined) add(tokenDigest(owner), { rights: 'owner' })
  return {
    add,
    digests: () =>
      entries.flatMap(({ digest, grant }) =>
        grant.rights === 'session' ? [{ digest, session: grant.session }] : [],
      ),
    issue: (grant) => {
      const token = makeToken()
      add(tokenDigest(token), grant)
      return token
    },
    find: (token) => {
      const digest = tokenDigest(token)
      let found: Grant | undefined
      // Compares all tokens in constant time.
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
