import { durationMs } from '../core/text/duration.ts'
import type { Config } from './config.ts'
import { isAsStrict, type PermissionPolicyName } from './permission-order.ts'
import { listOfRule, policyIn } from './permission-settings.ts'
import { keyOf, type Setting } from './settings.ts'

/** The settings of an untrusted project, split into those that count and those that do not. */
export interface Tightened {
  readonly kept: readonly Setting[]
  readonly ignored: readonly Setting[]
}

type Check = (value: unknown, base: Config) => boolean

const isLower =
  (key: 'maxCostUsd' | 'maxTokens' | 'maxTurns'): Check =>
  (value, base) =>
    (value as number) <= (base[key] ?? Infinity)

/** Lists that allow something: a project can only remove entries. */
const grants = ['read', 'write', 'hosts', 'commands.allow', 'tools.allow'].map(
  (name) => `permissions.${name}`,
)

/** Lists that refuse something: a project can only add entries. */
const refusals = ['permissions.commands.deny', 'permissions.tools.deny']

const isPartOf =
  (key: string): Check =>
  (value, { permissions }) => {
    const allowed = listOfRule(permissions, key.split('.'))
    return (value as unknown[]).every((entry) => allowed.includes(entry))
  }

/** For each key that can make a run stricter: whether a value does. All other keys need a trusted project. */
const tightens: Readonly<Record<string, Check>> = {
  permissions: (value, { permissions }) => isAsStrict(value as PermissionPolicyName, policyIn(permissions)),
  ...Object.fromEntries(grants.map((key) => [key, isPartOf(key)])),
  ...Object.fromEntries(refusals.map((key) => [key, () => true])),
  sandbox: (value, { sandbox }) => value === true || sandbox === false,
  maxCostUsd: isLower('maxCostUsd'),
  maxTokens: isLower('maxTokens'),
  maxTurns: isLower('maxTurns'),
  timeout: (value, { timeout = Infinity }) =>
    (durationMs(value as string | number) ?? Infinity) <= (durationMs(timeout) ?? Infinity),
}

/** An untrusted repository may only make a run stricter than the user file does. */
export function tighten(project: readonly Setting[], base: Config): Tightened {
  const isKept = (setting: Setting): boolean => {
    const key = keyOf(setting)
    return Object.hasOwn(tightens, key) && (tightens[key]?.(setting.value, base) ?? false)
  }
  const kept = project.filter(isKept).map((setting) => {
    if (!refusals.includes(keyOf(setting))) return setting
    const refused = listOfRule(base.permissions, setting.path)
    return { ...setting, value: [...new Set([...refused, ...(setting.value as unknown[])])] }
  })
  return { kept, ignored: project.filter((setting) => !isKept(setting)) }
}
