import { durationMs } from '../core/text/duration.ts'
import type { Config } from './config.ts'
import { isAsStrict, type PermissionPolicyName } from './permission-order.ts'
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

/** For each key that can make a run stricter: whether a value does. All other keys need a trusted project. */
const tightens: Readonly<Record<string, Check>> = {
  permissions: (value, { permissions }) => isAsStrict(value as PermissionPolicyName, permissions),
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
  return { kept: project.filter(isKept), ignored: project.filter((setting) => !isKept(setting)) }
}
