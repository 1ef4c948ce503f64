import { spawn } from 'node:child_process'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import type { BesideProgram, ClientJob } from './client-job.ts'

/** Starts a program that an agent requires, and waits until it prints that it is ready. */
export async function startBeside(
  { words: [program, ...rest], ready }: BesideProgram,
  { home, options }: Pick<ClientJob, 'home' | 'options'>,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(program, rest, {
    cwd: home,
    env: { ...process.env, ...options.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said = (said + chunk.toString('utf8')).slice(-20_000)
      if (said.includes(ready)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`${program} ended with ${code} before it was ready:\n${said}`)),
    )
  })
  return {
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await exited
    },
  }
}

/** The program that a definition says must be running: it is the agent's own. */
export function besideOf({ acp }: AgentDefinition, path: string): { beside?: BesideProgram } {
  const [, ...words] = acp?.needsRunning ?? []
  return words.length === 0 ? {} : { beside: { words: [path, ...words], ready: '[gateway] ready' } }
}
