import { CapstanError } from '../../core/capstan-error.ts'
import { type RunningProcess, startProcess } from '../../process/start-process.ts'
import type { BesideProgram, VerifyJob } from './job.ts'

/** Starts a program that an agent requires, and waits until it prints that it is ready. */
export async function startBeside(
  { words: [command, ...rest], ready }: BesideProgram,
  { home, options }: Pick<VerifyJob, 'home' | 'options'>,
): Promise<RunningProcess> {
  let said = ''
  const isReady = Promise.withResolvers<void>()
  const read = (text: string): void => {
    said = (said + text).slice(-20_000)
    if (said.includes(ready)) isReady.resolve()
  }
  const running = await startProcess({
    command,
    arguments: rest,
    cwd: home,
    environment: { ...process.env, ...options.env, NO_COLOR: '1' },
    stdin: 'closed',
    onStderr: read,
  })
  running.stdout.on('data', (chunk: Buffer) => read(chunk.toString('utf8')))
  const ended = running.exited.then(({ exitCode }) => {
    throw new CapstanError('AGENT_CRASH', `${command} ended with ${exitCode} before it was ready: ${said}`)
  })
  await Promise.race([isReady.promise, ended])
  ended.catch(() => {})
  return running
}
