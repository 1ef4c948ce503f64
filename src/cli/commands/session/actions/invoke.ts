import type { Command } from '../../../command.ts'
import { requiredArgument } from '../../agent-argument.ts'
import { reference, withDaemon } from '../daemon.ts'

const usage = '<action> [<json>|-]'

export const invokeAction: Command = {
  description: 'Runs an action and prints its result as JSON. The input is JSON (default: an empty object).',
  usage,
  options: [
    { name: 'from', value: '<session>', help: 'run the action as this session (default: you)' },
    { name: 'key', value: '<key>', help: 'idempotency key: a repeated call returns the first result' },
  ],
  maxArguments: 2,
  stopsItself: true,
  examples: [`capstan actions invoke deploy '{"to":"staging"}'`],
  async run({ values, arguments: [name, typed], output, signal }) {
    const action = requiredArgument(name, 'action', `actions invoke ${usage}`)
    const { parseJsonInput, readTextInput } = await import('../../../input.ts')
    const input =
      typed === undefined
        ? {}
        : typed === '-'
          ? parseJsonInput(await readTextInput(), 'stdin')
          : parseJsonInput(typed, 'The input')
    const [from] = values.get('from') ?? []
    const [key] = values.get('key') ?? []
    const result = await withDaemon((daemon) =>
      daemon.request(
        'invoke',
        {
          action,
          input,
          ...(from === undefined ? {} : { as: reference(from) }),
          ...(key === undefined ? {} : { idempotencyKey: key }),
        },
        signal,
      ),
    )
    output.data(result, () =>
      result.ok
        ? JSON.stringify(result.output, undefined, 2)
        : `${output.style.bad(result.error.code)}: ${result.error.message}`,
    )
    return result.ok ? 0 : 1
  },
}
