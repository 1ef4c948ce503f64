import { expect, it } from 'vitest'
import { makeToken } from '../../core/token.ts'
import { createTokens } from './tokens.ts'

it('finds the tokens it issued, and no others', () => {
  const tokens = createTokens({ owner: 'kept in a file' })
  const ada = tokens.issue({ rights: 'session', session: 'ses_ada' })
  const bob = tokens.issue({ rights: 'session', session: 'ses_bob' })
  expect(tokens.find('kept in a file')).toEqual({ rights: 'owner' })
  expect(tokens.find(ada)).toEqual({ rights: 'session', session: 'ses_ada' })
  expect([tokens.find(''), tokens.find(`${ada} `), tokens.find(ada.slice(1))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const revoked: string[] = []
  const end = tokens.onRevoked((session) => void revoked.push(session))
  tokens.revoke('ses_ada')
  end()
  tokens.revoke('ses_none')
  expect([tokens.find(ada), tokens.find(bob) !== undefined, revoked]).toEqual([undefined, true, ['ses_ada']])
  expect(tokens.find('kept in a file')).toEqual({ rights: 'owner' })
})

it('creates unguessable tokens', () => {
  const made = new Set(Array.from({ length: 100 }, makeToken))
  expect(made.size).toBe(100)
  for (const token of made) expect(token).toMatch(/^[\w-]{43}$/)
})
