import type { Command } from '../../command.ts'
import { columns } from '../../output/columns.ts'

export const list: Command = {
  description: 'Lists the capabilities of the dictionary: id, meaning and what their value holds.',
  usage: '[word]',
  options: [],
  maxArguments: 1,
  examples: ['capstan capabilities list session'],
  async run({ arguments: [word = ''], output }) {
    const { dictionary } = await import('../../../capabilities/index.ts')
    const entries = dictionary.filter(({ id, means }) => id.includes(word) || means.includes(word))
    output.data(entries, () => {
      if (entries.length === 0) return `Nothing has ${word} in its name or meaning.`
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
