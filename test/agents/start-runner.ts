import { spawn } from 'node:child_process'
import { type OwnPlace, ownPlace } from '../support/namespaces.ts'

/** Also a process namespace, so that nothing an agent leaves behind outlives its run. */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'] as const

/** The command that starts a program in a network with only loopback. */
function loopbackOnly(): OwnPlace {
  return ownPlace(namespaces, 'ip link set lo up')
}

/** The network of the agents, reported once. */
export const network = loopbackOnly()

export interface RunnerOptions {
  /** The whole environment of the program. */
  environment: Readonly<Record<string, string | undefined>>
  /** The timeout in milliseconds, after which the program is killed. */
  timeout: number
}

/** Starts one of the job programs in a network with only loopback, passes it a job, and reads the result. */
export async function startRunner(
  program: string,
  job: unknown,
  { environment, timeout }: RunnerOptions,
): Promise<unknown> {
  const words = [...('words' in network ? network.words : []), process.execPath, program]
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout,
    killSignal: 'SIGKILL',
  })
  child.stdin.end(JSON.stringify(job))
  const output = Buffer.concat((await child.stdout.toArray()) as Buffer[]).toString('utf8')
  if (output === '') {
    throw new Error(
      child.killed ? `The runner took longer than ${timeout} ms` : 'The runner ended without a word',
    )
  }
  return JSON.parse(output)
}
