import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { jobNetwork } from '../../src/verify/place/own-network.ts'

/** The words before a program that start it in a network with only loopback, where that is possible. */
export const networkWords = await jobNetwork().then((network) =>
  network.kind === 'own' ? network.words : [],
)

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
  const words = [...networkWords, process.execPath, program]
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  child.stdin.end(JSON.stringify(job))
  const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  process.stderr.write(errors)
  if (output === '') {
    const what = child.killed ? `took longer than ${timeout} ms` : 'ended without a result'
    throw new Error(`The runner ${what}: ${errors.slice(-4000)}`)
  }
  return JSON.parse(output)
}

async function textOf(stream: Readable): Promise<string> {
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8')
}
