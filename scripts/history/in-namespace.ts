import { spawn } from 'node:child_process'
import { jobNetwork } from '../../src/verify/place/own-network.ts'
import { stopSignal } from './stop.ts'

/** A program did not return a result. */
export class RunnerError extends Error {}

/**
 * Runs a program of Node in a network with only loopback and a process namespace of its own, passes it a job as JSON, and
 * reads its result. Without namespaces it does not start: an agent could reach the internet.
 */
export async function runInNamespace(
  program: string,
  job: unknown,
  { environment, timeout }: { environment: Readonly<Record<string, string>>; timeout: number },
): Promise<unknown> {
  const network = await jobNetwork()
  if (network.kind === 'shared')
    throw new Error(`Cannot separate the agents from the network: ${network.reason}`)
  const [command, ...words] = [...network.words, process.execPath, program]
  stopSignal.throwIfAborted()
  const child = spawn(command, words, {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const end = (): void => void child.kill('SIGKILL')
  stopSignal.addEventListener('abort', end, { once: true })
  try {
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(job))
    const output = Buffer.concat((await child.stdout.toArray()) as Buffer[]).toString('utf8')
    stopSignal.throwIfAborted()
    if (output !== '') return JSON.parse(output)
    throw new RunnerError(child.killed ? `no result within ${timeout} ms` : 'no result')
  } finally {
    stopSignal.removeEventListener('abort', end)
  }
}
