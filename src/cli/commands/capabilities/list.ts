import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'

export const list: Command = {
  description: 'Lists all capabilities with id, meaning and type of value.',
  usage: '[text]',
  options: [],
  maxArguments: 1,
  examples: ['capstan capabilities list session'],
  async run({ arguments: [text = ''], output }) {
    const { dictionary } = await import('../../../capabilities/index.ts')
    const entries = dictionary.filter(({ id, means }) => id.includes(text) || means.includes(text))
    output.data(entries, () => {
      if (entries.length === 0) return `No capability contains ${text}.`
      return columns(
        entries.map(({ id, means, value }) => [
          output.style.bold(id),
          value === undefined ? means : `${means} ${output.style.dim(`(${value})`)}`,
        ]),
        { indent: '', width: output.width },
      )
    })
    return 0
  },
}
