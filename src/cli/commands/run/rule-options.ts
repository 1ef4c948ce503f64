import { resolve } from 'node:path'
import type { BasicPolicy, PermissionPolicy, PermissionRules } from '../../../run/api/permission-policy.ts'
import type { Invocation, Option } from '../../command.ts'
import { attachedRules } from '../configuration/attached.ts'

/** The options of the sandbox. */
export const sandboxOption: Option = {
  name: 'sandbox',
  inline: ['off'],
  help: 'run the agent in the sandbox also under allow; off: only the agent enforces the policy (default: on, except under allow)',
}

export const ruleOptions: readonly Option[] = [
  {
    name: 'allow-host',
    value: '<host>',
    repeats: true,
    help: 'let the sandboxed agent reach this host: name, *.name or an IP address, also with a port',
  },
  {
    name: 'allow-read',
    value: '<path>',
    repeats: true,
    help: 'let the sandboxed agent read this file or folder outside of the workspace',
  },
  {
    name: 'allow-write',
    value: '<path>',
    repeats: true,
    help: 'let the sandboxed agent change this file or folder',
  },
]

/** The option `sandbox` of a run; undefined for the default. */
export function sandboxOf(values: Invocation['values']): boolean | undefined {
  const [typed] = values.get('sandbox') ?? []
  return typed === undefined ? undefined : typed !== 'off'
}

/**
 * The policy with the rules of the flags and of the configuration. Rules of the configuration that do not apply to the
 * policy are left out with a warning.
 */
export function permissionsWithRules<Policy extends BasicPolicy>(
  values: Invocation['values'],
  { policy, standard, cwd }: { policy: Policy | undefined; standard: Policy; cwd: string },
): { permissions: PermissionPolicy | undefined; warnings: string[] } {
  const basic = policy ?? standard
  const { kept, warnings } = fittingRules(attachedRules(values), {
    policy: basic,
    sandbox: sandboxOf(values),
  })
  const paths = (name: string): string[] | undefined =>
    values.get(name)?.map((path) => (path.startsWith('~') ? path : resolve(cwd, path)))
  const typed = {
    read: paths('allow-read'),
    write: paths('allow-write'),
    hosts: values.get('allow-host'),
  }
  const lists = (['read', 'write', 'hosts'] as const).flatMap((name): [string, readonly string[]][] =>
    typed[name] === undefined ? [] : [[name, [...new Set([...(kept[name] ?? []), ...typed[name]])]]],
  )
  const rules = { ...kept, ...Object.fromEntries(lists) }
  return { permissions: Object.keys(rules).length === 0 ? policy : { ...rules, policy: basic }, warnings }
}

type Rules = Omit<PermissionRules, 'policy'>

function fittingRules(
  rules: Rules,
  { policy, sandbox }: { policy: BasicPolicy; sandbox: boolean | undefined },
): { kept: Rules; warnings: string[] } {
  const isOpen = sandbox === false || (policy === 'allow' && sandbox !== true)
  const answers = policy !== 'allow' && policy !== 'deny'
  const names = Object.keys(rules) as (keyof Rules)[]
  const isKept = (name: keyof Rules): boolean => (name === 'commands' || name === 'tools' ? answers : !isOpen)
  const dropped = names.filter((name) => !isKept(name))
  const kept = Object.fromEntries(names.filter(isKept).map((name) => [name, rules[name]])) as Rules
  if (dropped.length === 0) return { kept, warnings: [] }
  const why = answers ? 'without the sandbox' : `under the policy ${policy}`
  return { kept, warnings: [`The configured rules for ${dropped.join(', ')} do not apply ${why}`] }
}
