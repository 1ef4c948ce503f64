import type { Conversion } from '../../../capabilities/profile-reader.ts'
import type { Command } from '../../command.ts'
import { readJsonInput } from '../../input.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { UsageError } from '../../usage-error.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'

export const convert: Command = {
  description:
    "Reads a declaration and prints it in another ecosystem's shape. What does not fit is told on stderr.",
  usage: '--from <ecosystem> --to <ecosystem> [file|-]',
  options: [
    ecosystemOption('from', 'the shape it is in'),
    ecosystemOption('to', 'the shape to print'),
    {
      name: 'protocol-version',
      value: '<1|2>',
      help: 'with --to acp: print the answer to initialize of that version',
    },
  ],
  maxArguments: 1,
  examples: [
    'capstan capabilities convert --from acp --to ag-ui initialize.json',
    'echo \'{"loadSession":true}\' | capstan capabilities convert --from acp --to mux',
  ],
  async run({ values, arguments: [path], output }) {
    const from = readEcosystem(values, 'from')
    const to = readEcosystem(values, 'to')
    const protocolVersion = readProtocolVersion(values.get('protocol-version')?.[0], to)
    const data = await readJsonInput(path)
    const { convertDeclaration } = await import('../../../capabilities/convert.ts')
    const conversion = convertDeclaration(data, {
      from,
      to,
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
    })
    output.data(conversion.declaration, () => JSON.stringify(conversion.declaration, undefined, 2))
    const { notCarried, assumed } = conversion
    if (notCarried.length + assumed.length > 0) {
      output.note({ notCarried, assumed }, () => accountText(conversion, to, output))
    }
    return 0
  },
}

function readProtocolVersion(typed: string | undefined, to: string): 1 | 2 | undefined {
  if (typed === undefined) return undefined
  if (to !== 'acp') throw new UsageError('--protocol-version is for --to acp')
  if (typed !== '1' && typed !== '2') throw new UsageError(`ACP has no version ${typed}`, 'Use 1 or 2.')
  return typed === '1' ? 1 : 2
}

/** Groups what was lost by why and how, so that the few that matter stand out. */
function accountText(
  { notCarried, assumed }: Conversion<object>,
  to: string,
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
