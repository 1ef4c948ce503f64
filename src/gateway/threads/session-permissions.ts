import type { PermissionPolicy } from '../../run/api/permission-policy.ts'
import { GatewayError } from '../gateway-error.ts'

/** From the least that is allowed to the most. */
const policies = ['deny', 'allow-reads', 'allow'] as const

type SessionPolicy = (typeof policies)[number]

/**
 * What an agent in a session may do. Nobody is there to be asked: where the gateway leaves it to its clients, the one that
 * opens the session says it, and reads are allowed if it does not.
 * @throws GatewayError when more is asked for than the gateway allows.
 */
export function sessionPermissions(
  allowed: PermissionPolicy,
  asked?: SessionPolicy,
): Exclude<PermissionPolicy, 'ask'> {
  if (allowed === 'ask') return asked ?? 'allow-reads'
  if (typeof allowed === 'function') {
    if (asked !== undefined && asked !== 'deny') throw refusal(asked)
    if (asked === 'deny') return asked
    return async (question) => {
      const answer = await allowed(question)
      return answer === 'ask' ? 'deny' : answer
    }
  }
  if (asked === undefined) return allowed
  if (policies.indexOf(asked) > policies.indexOf(allowed)) throw refusal(asked)
  return asked
}

/** What a session that is taken up again may do: what it could, and no more than the gateway allows now. */
export function keptPermissions(
  allowed: PermissionPolicy,
  kept: PermissionPolicy | undefined,
): Exclude<PermissionPolicy, 'ask'> {
  const before = policies.find((policy) => policy === kept)
  const isMore =
    typeof allowed === 'function'
      ? before !== 'deny'
      : allowed !== 'ask' && before !== undefined && policies.indexOf(before) > policies.indexOf(allowed)
  return sessionPermissions(allowed, isMore ? undefined : before)
}

function refusal(asked: SessionPolicy): GatewayError {
  return new GatewayError('not_permitted', `This gateway does not allow the permission policy ${asked}`, {
    hint: "Omit permissions to use the gateway's policy.",
  })
}
