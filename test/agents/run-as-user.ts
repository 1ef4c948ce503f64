import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { CommandOutcome, NewcomerJob } from './newcomer-job.ts'

/** Runs a command line in a shell of the account and measures it. */
export async function runAsUser(
  command: string,
  { shell: [program, ...words], cwd, environment }: Pick<NewcomerJob, 'shell' | 'cwd' | 'environment'>,
): Promise<CommandOutcome> {
  const began = performance.now()
  const child = spawn(program, [...words, command], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { command, exitCode, stdout, stderr, seconds: (performance.now() - began) / 1000 }
}
