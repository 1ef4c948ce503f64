import { spawn } from 'node:child_process'
import { type OwnPlace, ownPlace } from '../support/namespaces.ts'

/** Also a process namespace, so that nothing an agent leaves behind outlives its run. */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'] as const

/** Words that start a program in a network that has nothing but loopback. */
function loopbackOnly(): OwnPlace {
  return ownPlace(namespaces, 'ip link set lo up')
}

/** Where the agents run, said once for all of them. */
export const network = loopbackOnly()

export interface RunnerOptions {
  /** The whole environment of the program. */
  environment: Readonly<Record<string, string | undefined>>
  /** It is killed after this many milliseconds. */
  timeout: number
}

/** Starts a program of ours in a network that has nothing but loopback, gives it a job, and reads what came of it. */
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
