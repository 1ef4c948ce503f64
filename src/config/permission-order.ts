/** The policies that a configuration file accepts. */
export type PermissionPolicyName = 'ask' | 'allow-reads' | 'allow' | 'deny'

/**
 * The policies that are stricter than each policy. `ask` and `allow-reads` are not comparable: each permits actions that
 * the other does not.
 */
const stricterThan: Readonly<Record<PermissionPolicyName, readonly PermissionPolicyName[]>> = {
  deny: [],
  'allow-reads': ['deny'],
  ask: ['deny'],
  allow: ['deny', 'allow-reads', 'ask'],
}

/**
 * Whether one policy permits no more than the other. Without another, the default of the command counts: it can be `ask`
 * or `allow-reads`, so only `deny` is certainly as strict.
 */
export function isAsStrict(policy: PermissionPolicyName, than: PermissionPolicyName | undefined): boolean {
  if (than === undefined) return policy === 'deny'
  return policy === than || stricterThan[than].includes(policy)
}
