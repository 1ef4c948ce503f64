import type { BasicPolicy, PermissionPolicy } from '../../run/api/permission-policy.ts'
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
  if (typeof allowed !== 'object') return basicPermissions(allowed, requested)
  // The rules of the gateway limit more than its policy `ask`.
  if (requested === 'allow' && allowed.policy !== 'allow') throw refusal(requested)
  return withPolicy(allowed, basicPermissions(allowed.policy, requested))
}

function basicPermissions(allowed: BasicPolicy, requested?: SessionPolicy): Exclude<BasicPolicy, 'ask'> {
  if (allowed === 'ask') return requested ?? 'allow-reads'
  if (typeof allowed === 'function') {
    if (requested !== undefined && requested !== 'deny') throw refusal(requested)
    if (requested === 'deny') return requested
    return async (question) => {
      const answer = await allowed(question)
      return answer === 'ask' ? 'deny' : answer
    }
  }
  if (requested === undefined) return allowed
  if (policies.indexOf(requested) > policies.indexOf(allowed)) throw refusal(requested)
  return requested
}

/** The policy of a resumed session: its saved policy, limited by the gateway's current one. */
export function resumedPermissions(
  allowed: PermissionPolicy,
  saved: PermissionPolicy | undefined,
): Exclude<PermissionPolicy, 'ask'> {
  const before = policies.find((policy) => policy === basicPolicy(saved))
  const limit = basicPolicy(allowed)
  const isMore =
    typeof limit === 'function'
      ? before !== 'deny'
      : limit === 'ask'
        ? typeof allowed === 'object' && before === 'allow'
        : before !== undefined && policies.indexOf(before) > policies.indexOf(limit)
  return sessionPermissions(allowed, isMore ? undefined : before)
}

function refusal(requested: SessionPolicy): GatewayError {
  return new GatewayError('not_permitted', `This gateway does not allow the permission policy ${requested}`, {
    hint: "Omit permissions to use the gateway's policy.",
  })
}
