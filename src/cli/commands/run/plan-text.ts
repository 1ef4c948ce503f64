import type { LaunchPlan } from '../../../agents/launch/launch-plan.ts'
import { columns } from '../../output/columns.ts'
import type { Style } from '../../output/style.ts'

/** A launch plan as text. */
export function planText(plan: LaunchPlan, style: Style): string {
  const quoted = [plan.command, ...plan.arguments].map((argument) =>
    /^[\w@%+=:,./{}-]+$/.test(argument) ? argument : JSON.stringify(argument),
  )
  const rows = [
    ['agent', `${plan.agent}, ${plan.transport === 'acp' ? 'over ACP' : 'over its command line'}`],
    ['command', quoted.join(' ')],
    ...(plan.stdin === undefined ? [] : [['stdin', stdinText(plan.stdin)]]),
    ...Object.entries(plan.environment).map(([name, value]) => ['set', `${name}=${value}`]),
    ['passed on', plan.passedOn.join(', ')],
    ...(plan.withheld.length === 0 ? [] : [['withheld', plan.withheld.join(', ')]]),
    ...plan.sessionOptions.map(({ category, value }) => ['session', `${category} = ${value}`]),
    ...plan.files.map(({ path, content }) => [
      'file',
      `${path}\n${content.trimEnd().replaceAll(/^/gm, '    ')}`,
    ]),
    ...plan.warnings.map((warning) => [style.warn('warning'), warning]),
  ]
  return columns(rows, { indent: '' })
}

/** Longer prompts are mostly piped files. */
const shownLength = 400

function stdinText(text: string): string {
  const rest = text.length - shownLength
  return rest > 0 ? `${text.slice(0, shownLength)}… and ${rest} more characters` : text
}
