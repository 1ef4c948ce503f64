import type { Ecosystem } from '../../../capabilities/convert.ts'
import type { Conversion } from '../../../capabilities/conversion/profile-reader.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'

/** Prints a declaration, and on stderr which facts it could not express and which it had to assume. */
export function printConversion(conversion: Conversion<object>, to: Ecosystem, output: Output): void {
  output.data(conversion.declaration, () => JSON.stringify(conversion.declaration, undefined, 2))
  const { notCarried, assumed } = conversion
  if (notCarried.length + assumed.length === 0) return
  output.note({ notCarried, assumed }, () => accountText(conversion, to, output))
}

/** Groups the lost facts by support and reason, so that the important ones stand out. */
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
  const lost = rows.length === 0 ? [] : [`${errorStyle.warn('Not converted')} to ${to}:\n${columns(rows)}`]
  const filled = `${errorStyle.warn('Assumed')}, because ${to} cannot say unknown:\n  ${assumed.join(', ')}`
  return [...lost, ...(assumed.length === 0 ? [] : [filled])].join('\n')
}
