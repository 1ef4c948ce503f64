import { CapstanError } from '../../../core/capstan-error.ts'
import { isRecord } from '../../../core/is-record.ts'

export interface RunningGateway {
  readonly url: string
  readonly tokenFile: string
}

const waitMs = 5000

/** Asks a gateway that runs for another link. @throws CapstanError when there is none, or it is not the one of the token. */
export async function askForLink({ url, tokenFile }: RunningGateway, signal: AbortSignal): Promise<string> {
  const token = readToken(tokenFile)
  const response = await fetch(`${url}/api/login-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // The token must not go on to somewhere else.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
  }).catch((cause: unknown) => {
    throw notReached(`Nothing answers at ${url}`, cause)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const path = isRecord(answer) ? answer['path'] : undefined
  if (typeof path === 'string') return `${url}${path}`
  if (response.status === 401) {
    throw new CapstanError(
      'GATEWAY_REFUSED',
      `The gateway at ${url} does not know the token of ${tokenFile}`,
      {
        hint: 'Name the file that it was started with by --token-file.',
      },
    )
  }
  throw notReached(`What answers at ${url} is not a gateway of Capstan`)
}

function readToken(file: string): string {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw notReached(`There is no token in ${file}`, cause)
  }
}

function notReached(message: string, cause?: unknown): CapstanError {
  return new CapstanError('GATEWAY_NOT_REACHED', message, {
    cause,
    hint: 'Start one by capstan serve, or name where it listens by --port.',
  })
}
