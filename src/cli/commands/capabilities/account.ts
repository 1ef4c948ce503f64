import type { Ecosystem } from '../../../capabilities/convert.ts'
import type { Conversion } from '../../../capabilities/profile-reader.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'

/** Prints a declaration, and on stderr what it could not carry and what it had to assume. */
export function printConversion(conversion: Conversion<object>, to: Ecosystem, output: Output): void {
  output.data(conversion.declaration, () => JSON.stringify(conversion.declaration, undefined, 2))
  const { notCarried, assumed } = conversion
  if (notCarried.length + assumed.length === 0) return
  output.note({ notCarried, assumed }, () => accountText(conversion, to, output))
}

/** Groups what was lost by why and how, so that the few that matter stand out. */
function accountText(
  { notCarried, assumed }: Conversion<object>,
  to: Ecosystem,
  { errorStyle }: Output,
): string {
  const groups = Map.groupBy(notCarried, ({ reason, support }) => `${support}\n${reason}`)
  const rows = Array.from(groups.values(), (facts) => [
    facts[0]?.support ?? '',
    `${facts.map(({ id }) => id).join(', ')} ${errorStyle.dim(`(${facts[0]?.reason})`)}`,
  ])
  const lost = rows.length === 0 ? [] : [`${errorStyle.warn('Not carried')} to ${to}:\n${columns(rows)}`]
  const filled = `${errorStyle.warn('Assumed')}: unknown, and ${to} has no way to say so:\n  ${assumed.join(', ')}`
  return [...lost, ...(assumed.length === 0 ? [] : [filled])].join('\n')
}
