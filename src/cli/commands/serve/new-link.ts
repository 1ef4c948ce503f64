import { CapstanError } from '../../../core/capstan-error.ts'
import { isRecord } from '../../../core/is-record.ts'

export interface RunningGateway {
  readonly url: string
  readonly tokenFile: string
}

const waitMs = 5000

/** Asks a running gateway for a new sign-in link. @throws CapstanError if none answers, or it rejects the token. */
export async function askForLink({ url, tokenFile }: RunningGateway, signal: AbortSignal): Promise<string> {
  const token = readToken(tokenFile)
  const response = await fetch(`${url}/api/login-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // Never send the token to another server.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
  }).catch((cause: unknown) => {
    throw notReached(`No gateway answers at ${url}`, cause)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  const path = isRecord(answer) ? answer['path'] : undefined
  if (typeof path === 'string') return `${url}${path}`
  if (response.status === 401) {
    throw new CapstanError('GATEWAY_REFUSED', `The gateway at ${url} rejects the token in ${tokenFile}`, {
      hint: 'Use the same --token-file as the gateway.',
    })
  }
  throw notReached(`The server at ${url} is not a Capstan gateway`)
}

function readToken(file: string): string {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw notReached(`Cannot read the token file ${file}`, cause)
  }
}

function notReached(message: string, cause?: unknown): CapstanError {
  return new CapstanError('GATEWAY_NOT_REACHED', message, {
    cause,
    hint: 'Start a gateway with capstan serve, or set its port with --port.',
  })
}
