import { spawn } from 'node:child_process'
import { once } from 'node:events'

const program = `process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1000)
process.stdout.write('ready')`

/** Starts a process that sleeps and ignores SIGTERM, in the process group of the sim; returns its id. */
export async function startGrandchild(): Promise<number> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.unref()
  return child.pid ?? 0
}
