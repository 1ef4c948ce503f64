import type { BasicPolicy, PatternRules, PermissionPolicy, PermissionRules } from './permission-policy.ts'

type Rules = Omit<PermissionRules, 'policy'>

const noRules: Rules = {}

/** The policy without its rules. */
export function basicPolicy(permissions: PermissionPolicy): BasicPolicy
export function basicPolicy(permissions: PermissionPolicy | undefined): BasicPolicy | undefined
export function basicPolicy(permissions: PermissionPolicy | undefined): BasicPolicy | undefined {
  return typeof permissions === 'object' ? permissions.policy : permissions
}

/** The rules of a policy; empty if it has none. */
export function rulesOf(permissions: PermissionPolicy | undefined): Rules {
  if (typeof permissions !== 'object') return noRules
  const { policy: _, ...rules } = permissions
  return rules
}

/** The same rules with another policy; only a policy that answers questions keeps the rules that answer them. */
export function withPolicy<Policy extends BasicPolicy>(
  permissions: PermissionPolicy,
  policy: Policy,
): Policy | (PermissionRules & { readonly policy: Policy }) {
  if (typeof permissions !== 'object') return policy
  const { commands: _, tools: __, ...places } = permissions
  return policy === 'allow' || policy === 'deny' ? { ...places, policy } : { ...permissions, policy }
}

/** The allowed and the refused patterns. */
export function patternsOf(rules: PatternRules | undefined): {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
} {
  if (rules === undefined) return { allow: [], deny: [] }
  if ('allow' in rules || 'deny' in rules) return { allow: rules.allow ?? [], deny: rules.deny ?? [] }
  return { allow: rules as readonly string[], deny: [] }
}

/** Whether rules answer questions, so that the agent has to ask. */
export function answersQuestions(permissions: PermissionPolicy | undefined): boolean {
  const { commands, tools } = rulesOf(permissions)
  return [commands, tools].some((rules) => {
    const { allow, deny } = patternsOf(rules)
    return allow.length + deny.length > 0
  })
}

/** Whether rules refuse commands or tools, so that the agent must never stop asking. */
export function refuses(permissions: PermissionPolicy): boolean {
  const { commands, tools } = rulesOf(permissions)
  return [commands, tools].some((rules) => patternsOf(rules).deny.length > 0)
}

/** Whether the agent has to ask, so that rules can answer: also before changes that `allow-reads` does not include. */
export function needsQuestions(permissions: PermissionPolicy | undefined): boolean {
  const { write = [] } = rulesOf(permissions)
  return answersQuestions(permissions) || (write.length > 0 && basicPolicy(permissions) === 'allow-reads')
}

/** Whether rules need the sandbox. */
export function limitsPlaces(permissions: PermissionPolicy | undefined): boolean {
  const { read = [], write = [], hosts } = rulesOf(permissions)
  return read.length > 0 || write.length > 0 || hosts !== undefined
}
