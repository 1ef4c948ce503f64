import type { PermissionDecider, PermissionPolicy } from '../../run/api/permission-policy.ts'
import { basicPolicy, withPolicy } from '../../run/api/permission-rules.ts'
import { GatewayError } from '../gateway-error.ts'

/** From the strictest to the most permissive. */
const policies = ['deny', 'allow-reads', 'allow'] as const

type SessionPolicy = (typeof policies)[number]

/**
 * The permission policy of a session. A session has no client to ask, so `ask` becomes the requested policy, or
 * `allow-reads` by default.
 * @throws GatewayError if the requested policy allows more than the gateway's.
 */
export function sessionPermissions(
  allowed: PermissionPolicy,
  requested?: SessionPolicy,
): Exclude<PermissionPolicy, 'ask'> {
  const most = basicPolicy(allowed)
  if (most === 'ask') return withPolicy(allowed, requested ?? 'allow-reads')
  if (typeof most === 'function') {
    if (requested !== undefined && requested !== 'deny') throw refusal(requested)
    if (requested === 'deny') return withPolicy(allowed, requested)
    const unasked: PermissionDecider = async (question) => {
      const answer = await most(question)
      return answer === 'ask' ? 'deny' : answer
    }
    return withPolicy(allowed, unasked)
  }
  if (requested === undefined) return allowed
  if (policies.indexOf(requested) > policies.indexOf(most)) throw refusal(requested)
  return withPolicy(allowed, requested)
}

/** The policy of a resumed session: its saved policy, limited by the gateway's current one. */
export function resumedPermissions(
  allowed: PermissionPolicy,
  saved: PermissionPolicy | undefined,
): Exclude<PermissionPolicy, 'ask'> {
  const before = policies.find((policy) => policy === basicPolicy(saved))
  const most = policies.find((policy) => policy === basicPolicy(allowed))
  const isMore =
    typeof basicPolicy(allowed) === 'function'
      ? before !== 'deny'
      : most !== undefined && before !== undefined && policies.indexOf(before) > policies.indexOf(most)
  return sessionPermissions(allowed, isMore ? undefined : before)
}

function refusal(requested: SessionPolicy): GatewayError {
  return new GatewayError('not_permitted', `This gateway does not allow the permission policy ${requested}`, {
    hint: "Omit permissions to use the gateway's policy.",
  })
}
