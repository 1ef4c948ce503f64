import type { InstallPlan } from '../../../agents/install/install-plan.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'

/** A plan as text: the command first, ready to paste. */
export function planText(plan: InstallPlan, style: Style): string {
  const { line, method, prefix, packages, unpack, prerequisiteCheck, notes, command } = plan
  const rows = [
    ['method', method],
    ...(prefix === undefined ? [] : [['into', prefix]]),
    ...packages.map(({ name, version }) => [
      'package',
      `${name} ${version}${name === unpack?.name ? ', without bundled dependencies' : ''}`,
    ]),
    ...(prerequisiteCheck === undefined ? [] : [['needs', prerequisiteCheck]]),
    ...(notes === undefined ? [] : [['note', notes]]),
    ...(command === undefined
      ? [['run by', method === 'manual' ? 'you' : 'you, or Capstan with --yes']]
      : []),
  ]
  return `${style.bold(line)}\n${columns(rows)}`
}
