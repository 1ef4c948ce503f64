import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const childStarted = 'child_process'
const serverStarted = 'tracing:net.server.listen:asyncStart'
/** The process that ends agents when this one is killed: one for all files of a worker, as long as the worker runs. */
const guardian = 'capstan-guardian'

/** Watches processes from now on. The returned function stops watching and names those that still run after a delay. */
export function watchStarted(): (grace?: number) => Promise<string[]> {
  const children = new Set<ChildProcess>()
  const servers = new Set<Server>()
  const onChild = (message: unknown): void => {
    children.add((message as { process: ChildProcess }).process)
  }
  const onServer = (message: unknown): void => {
    servers.add((message as { server: Server }).server)
  }
  subscribe(childStarted, onChild)
  subscribe(serverStarted, onServer)

  const running = (): string[] => [
    ...[...children].filter(isRunning).map(nameOf),
    ...[...servers].filter(({ listening }) => listening).map((server) => `a server at ${placeOf(server)}`),
  ]
  // An ended process is reported a moment later.
  return async (grace = 5000) => {
    unsubscribe(childStarted, onChild)
    unsubscribe(serverStarted, onServer)
    const deadline = Date.now() + grace
    while (running().length > 0 && Date.now() < deadline) await sleep(20)
    return running()
  }
}

function isRunning({ pid, exitCode, signalCode, spawnargs }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null && !spawnargs.includes(guardian)
}

/** Program and script only: other arguments may be secrets. */
function nameOf({ pid, spawnfile, spawnargs }: ChildProcess): string {
  return `the process ${pid} (${[spawnfile, spawnargs[1] ?? ''].map((path) => basename(path)).join(' ')})`
}

function placeOf(server: Server): string {
  const address = server.address()
  return typeof address === 'string' ? address : `port ${address?.port}`
}

/** Counts the listeners of `process` now. The returned function names the events that have more of them later. */
export function watchListeners(): () => string[] {
  const before = countListeners()
  return () =>
    [...countListeners()]
      .filter(([event, count]) => count > (before.get(event) ?? 0))
      .map(([event]) => `the process listeners of ${String(event)}`)
}

function countListeners(): Map<string | symbol, number> {
  return new Map(process.eventNames().map((event) => [event, process.listenerCount(event)]))
}
