import type { Escape, EscapeGroup, PolicyCase } from './escape.ts'
import { settingsEscapes } from './settings-escapes.ts'
import { toolEscapes } from './tool-escapes.ts'

/** All ways out of a policy, by name. */
export const escapes: Readonly<Record<string, Escape>> = { ...toolEscapes, ...settingsEscapes }

/** The names of the escapes that would break a policy. */
export function escapesOf({ policy }: Pick<PolicyCase, 'policy'>, group?: EscapeGroup): string[] {
  return Object.entries(escapes)
    .filter(([, escape]) => escape.policies?.includes(policy) ?? true)
    .filter(([, escape]) => group === undefined || escape.group === group)
    .map(([name]) => name)
}
