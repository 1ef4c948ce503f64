import type { Command } from '../../command.ts'
import { readJsonInput } from '../../input.ts'
import { UsageError } from '../../usage-error.ts'
import { printConversion } from './account.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'

export const convert: Command = {
  description:
    "Converts a declaration to another ecosystem's format. Facts that do not fit are listed on stderr.",
  usage: '--from <ecosystem> --to <ecosystem> [file|-]',
  options: [
    ecosystemOption('from', 'format of the declaration'),
    ecosystemOption('to', 'format to print'),
    {
      name: 'protocol-version',
      value: '<1|2>',
      help: 'with --to acp: print the initialize response of this ACP version',
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
    printConversion(conversion, to, output)
    return 0
  },
}

function readProtocolVersion(typed: string | undefined, to: string): 1 | 2 | undefined {
  if (typed === undefined) return undefined
  if (to !== 'acp') throw new UsageError('--protocol-version needs --to acp')
  if (typed !== '1' && typed !== '2') throw new UsageError(`ACP has no version ${typed}`, 'Use 1 or 2.')
  return typed === '1' ? 1 : 2
}
