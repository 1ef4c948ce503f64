import { CapstanError } from '../../../core/capstan-error.ts'
import type { Invocation, Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

const variable = 'CAPSTAN_A2E_TOKEN'

export const tokenOptions: readonly Option[] = [
  {
    name: 'token',
    value: '<token>',
    help: `the token; other users of the machine may see it here, and not in ${variable} or a file`,
  },
  { name: 'token-file', value: '<file>', help: 'a file that holds the token' },
]

/** The token the user gave: on the command line, in a file, or in the environment. */
export async function givenToken(values: Invocation['values']): Promise<string | undefined> {
  const [typed] = values.get('token') ?? []
  const [file] = values.get('token-file') ?? []
  if (typed !== undefined && file !== undefined)
    throw new UsageError('--token and --token-file exclude each other')
  const token = typed ?? (file === undefined ? process.env[variable] : await readToken(file))
  if (token !== '') return token
  if (typed === undefined && file === undefined) return undefined
  throw new UsageError('The token is empty', 'Give one, or leave the option out.')
}

async function readToken(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new CapstanError('INPUT_UNREADABLE', `The token file ${file} cannot be read`, {
      cause,
      hint: 'Name a file that holds the token and nothing else.',
    })
  }
}
