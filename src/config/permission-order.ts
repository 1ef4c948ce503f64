/** The policies that a file can name. */
export type PermissionPolicyName = 'ask' | 'allow-reads' | 'allow' | 'deny'

/** What is stricter than each policy. `ask` and `allow-reads` are not comparable: either permits what the other does not. */
const stricterThan: Readonly<Record<PermissionPolicyName, readonly PermissionPolicyName[]>> = {
  deny: [],
  'allow-reads': ['deny'],
  ask: ['deny'],
  allow: ['deny', 'allow-reads', 'ask'],
}

/** Whether one policy permits nothing that the other refuses; without another, the default of a command, never `allow`. */
export function isAsStrict(policy: PermissionPolicyName, than: PermissionPolicyName | undefined): boolean {
  if (than === undefined) return policy === 'deny'
  return policy === than || stricterThan[than].includes(policy)
}
