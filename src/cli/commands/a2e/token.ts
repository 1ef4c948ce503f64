import { CapstanError } from '../../../core/capstan-error.ts'
import type { Invocation, Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

const variable = 'CAPSTAN_A2E_TOKEN'

export const tokenOptions: readonly Option[] = [
  {
    name: 'token',
    value: '<token>',
    help: `token; visible to other users of this machine, so prefer ${variable} or --token-file`,
  },
  { name: 'token-file', value: '<file>', help: 'file that contains the token' },
]

/** The token from the command line, a file or the environment. */
export async function givenToken(values: Invocation['values']): Promise<string | undefined> {
  const [typed] = values.get('token') ?? []
  const [file] = values.get('token-file') ?? []
  if (typed !== undefined && file !== undefined)
    throw new UsageError('--token and --token-file cannot be combined')
  const token = typed ?? (file === undefined ? process.env[variable] : await readToken(file))
  if (token !== '') return token
  if (typed === undefined && file === undefined) return undefined
  throw new UsageError('The token is empty', 'Set a token, or remove the option.')
}

async function readToken(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new CapstanError('INPUT_UNREADABLE', `The token file ${file} cannot be read`, {
      cause,
      hint: 'Name a readable file that contains only the token.',
    })
  }
}
