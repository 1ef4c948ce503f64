import type { Command } from '../../command.ts'
import { readJsonInput } from '../../input.ts'
import { UsageError } from '../../usage-error.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'

export const explainCommand: Command = {
  description: 'Shows all evidence a declaration gives for a capability. The deciding evidence comes first.',
  usage: '--from <ecosystem> --id <id> [--id <id>]… [file|-]',
  options: [
    ecosystemOption('from', 'format of the declaration'),
    { name: 'id', value: '<id>', repeats: true, help: 'capability to explain' },
  ],
  maxArguments: 1,
  examples: ['capstan capabilities explain --from acp --id session.resume initialize.json'],
  async run({ values, arguments: [path], output }) {
    const from = readEcosystem(values, 'from')
    const ids = values.get('id')
    if (ids === undefined) {
      throw new UsageError('--id is missing', 'Name a capability; run capstan capabilities list to see them.')
    }
    const data = await readJsonInput(path)
    const [{ readDeclaration }, { explain, explanationText }] = await Promise.all([
      import('../../../capabilities/convert.ts'),
      import('../../../capabilities/index.ts'),
    ])
    const profile = readDeclaration(from, data)
    const explanations = ids.map((id) => explain(profile, id))
    output.data(explanations, () => explanations.map(explanationText).join('\n'))
    return 0
  },
}
