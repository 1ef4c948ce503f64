import { isAbsolute, resolve } from 'node:path'
import type { Config, PermissionsConfig } from './config.ts'
import type { PermissionPolicyName } from './permission-order.ts'

type Permissions = Config['permissions']

/** One value of `permissions` with its path; the policy has the path of the key itself. */
interface PermissionValue {
  readonly path: readonly string[]
  readonly value: unknown
}

/** The rules without the policy; empty for a plain policy. */
export function rulesIn(permissions: Permissions): Omit<PermissionsConfig, 'policy'> {
  if (typeof permissions !== 'object') return {}
  const { policy: _, ...rules } = permissions
  return rules
}

export function policyIn(permissions: Permissions): PermissionPolicyName | undefined {
  return typeof permissions === 'object' ? permissions.policy : permissions
}

/** Each rule is a value of its own, so that a source can set one and leave the others. */
export function permissionValues(permissions: Permissions): PermissionValue[] {
  const policy = policyIn(permissions)
  const rules = Object.entries(rulesIn(permissions)).flatMap(([name, rule]): PermissionValue[] => {
    if (name !== 'commands' && name !== 'tools') return [{ path: ['permissions', name], value: rule }]
    const lists = Array.isArray(rule) ? { allow: rule } : (rule as Record<string, unknown>)
    return Object.entries(lists).map(([list, value]) => ({ path: ['permissions', name, list], value }))
  })
  const known = policy === undefined ? [] : [{ path: ['permissions'], value: policy }]
  return [...known, ...rules].filter(({ value }) => value !== undefined)
}

/** A plain policy if there are no rules. */
export function permissionsOf(policy: unknown, rules: Readonly<Record<string, unknown>>): Permissions {
  const name = policy as PermissionPolicyName | undefined
  if (Object.keys(rules).length === 0) return name
  return { ...(name === undefined ? {} : { policy: name }), ...rules }
}

/** Relative paths start at the folder of the file. */
export function placedPermissions(permissions: Permissions, folder: string): Permissions {
  if (typeof permissions !== 'object') return permissions
  const { read, write } = permissions
  const placed = (paths: string[]): string[] =>
    paths.map((path) => (path.startsWith('~') || isAbsolute(path) ? path : resolve(folder, path)))
  return {
    ...permissions,
    ...(read === undefined ? {} : { read: placed(read) }),
    ...(write === undefined ? {} : { write: placed(write) }),
  }
}

/** The list of a rule by its path, such as `commands.allow`. */
export function listOfRule(permissions: Permissions, [, name, list]: readonly string[]): readonly unknown[] {
  const at = permissionValues(permissions).find(({ path }) => path[1] === name && path[2] === list)
  return Array.isArray(at?.value) ? at.value : []
}
