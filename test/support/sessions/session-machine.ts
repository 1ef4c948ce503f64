import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine, type Machine } from '../machine.ts'
import { isRunning } from '../processes.ts'
import { capstan, type ProgramResult, startCapstan } from '../program.ts'

/** A home folder with its own session daemon. */
export interface SessionMachine {
  readonly machine: Machine
  /** The folder of the daemon. */
  readonly folder: string
  run(
    args: readonly string[],
    more?: { env?: Record<string, string>; input?: string },
  ): Promise<ProgramResult>
  /** Runs a command with `--json` and returns the parsed output. */
  json<Data>(args: readonly string[]): Promise<Data>
  start(args: readonly string[]): ReturnType<typeof startCapstan>
  /** The process ids of all started daemons. */
  daemons(): number[]
  /** Stops the daemon and waits for its end. */
  remove(): Promise<void>
}

export function createSessionMachine(): SessionMachine {
  const machine = createMachine()
  const folder = join(machine.capstanHome, 'sessions')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: machine.home,
    CAPSTAN_HOME: machine.capstanHome,
    CAPSTAN_SIM_HOME: join(machine.home, 'sim'),
  }
  const run: SessionMachine['run'] = (args, more = {}) =>
    capstan(args, { cwd: machine.home, env: { ...env, ...more.env }, input: more.input ?? '' })
  const daemons = (): number[] => {
    const log = join(folder, 'daemon.log')
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    return Array.from(text.matchAll(/ready, process (\d+)/g), ([, pid]) => Number(pid))
  }
  return {
    machine,
    folder,
    run,
    json: async <Data>(args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await run([...args, '--json'])
      if (exitCode !== 0) throw new Error(`It ended with ${exitCode}: ${stderr}`)
      return JSON.parse(stdout) as Data
    },
    start: (args) => startCapstan(args, { cwd: machine.home, env }),
    daemons,
    remove: async () => {
      await run(['session', 'stop'])
      for (const pid of daemons()) if (isRunning(pid)) process.kill(pid, 'SIGTERM')
      while (daemons().some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20))
      machine.remove()
    },
  }
}
