import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createId } from '../core/ids.ts'
import { findOnPath, pathOutside, requireBubblewrap } from './bubblewrap.ts'
import { checkFolders } from './refused-folders.ts'
import { receiveSockets, withNamespaceSockets } from './namespace-sockets.ts'
import { descriptors, sandboxArguments, windowPaths } from './sandbox-arguments.ts'
import { isShown } from './shown-path.ts'
import type { SandboxPlan } from './sandbox-plan.ts'
import { socketFilter } from './socket-filter.ts'
import { requirePerl, WritableWindow } from './writable-window.ts'

const { closeSync, openSync, unlinkSync, writeSync } = process.getBuiltinModule('node:fs')

export interface SandboxHandlers {
  /** Receives each listening socket of the sandbox: connections to it come from inside. */
  readonly onSocket: (port: number, server: Server) => void
  /** A process kept this file open for writing after the window was closed, and was ended. */
  readonly onHeld?: (file: string) => void
}

/** A sandbox around one agent: bubblewrap with mounts, namespaces and a filter of system calls. Linux only. */
export class Sandbox {
  readonly #plan: SandboxPlan
  readonly #program: string
  /** The program that opens the workspace for writing. */
  readonly #perl: string | undefined
  readonly #filter: number | undefined
  #arguments: readonly string[] = []
  #window: Promise<WritableWindow> | undefined
  readonly #servers: Server[] = []
  #isFilterClosed = false
  #isClosed = false

  /** @throws CapstanError `SANDBOX_UNAVAILABLE` */
  constructor(plan: SandboxPlan) {
    checkFolders([...plan.workspace, ...plan.readable, ...plan.writable])
    const path = pathOutside(process.env['PATH'] ?? '', plan.workspace)
    this.#perl = plan.access === 'asked' ? requirePerl(path) : undefined
    this.#plan = plan
    this.#program = requireBubblewrap(plan.environment, plan.workspace)
    this.#filter = openFilter(plan)
  }

  /** The command that starts a command in the sandbox. */
  command(words: readonly string[]): [string, ...string[]] {
    const { network } = this.#plan
    const hasFilter = this.#filter !== undefined
    const inside = withNamespaceSockets(network === 'open' ? [] : network.ports, words, shownPerl())
    this.#arguments = sandboxArguments(this.#plan, { hasFilter })
    return [this.#program, ...this.#arguments, '--', ...inside]
  }

  /** Whether the agent sees the user's file or folder at an absolute path. */
  shows(path: string): boolean {
    return isShown(this.#arguments, path)
  }

  /** How to start the command: its descriptors after stderr, and the one with the agent's output. */
  get stdio(): { descriptors: ('ipc' | 'pipe' | number)[]; outputAt: number } {
    const filter = this.#filter === undefined ? [] : [this.#filter]
    return { descriptors: ['ipc', 'pipe', 'pipe', ...filter], outputAt: descriptors.output }
  }

  /** Call it with the started process of the command. */
  attach(child: ChildProcess, { onSocket, onHeld }: SandboxHandlers): void {
    this.#closeFilter()
    receiveSockets(child, (port, server) => {
      if (this.#isClosed) return void server.close()
      this.#servers.push(server)
      onSocket(port, server)
    })
    child.channel?.unref()
    const info = firstProcess(child.stdio[descriptors.info] as Readable)
    const perl = this.#perl
    if (perl !== undefined) {
      this.#window = info.then(
        (pid) => new WritableWindow(pid, { perl, paths: windowPaths(this.#plan), onHeld }),
      )
      this.#window.catch(() => {})
    }
  }

  /** Makes the workspace writable until the returned function is called. Only with the access `asked`. */
  async allowWrites(): Promise<() => void> {
    const window = await this.#window
    return window === undefined ? () => {} : window.open()
  }

  /** Resolves when every window that was closed is closed for the agent too. */
  async settled(): Promise<void> {
    const window = await this.#window?.catch(() => undefined)
    await window?.settled()
  }

  /** Ends what the sandbox holds in Capstan's process. Call it when the agent has exited or did not start. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#closeFilter()
    for (const server of this.#servers) server.close()
    const window = await this.#window?.catch(() => undefined)
    await window?.end()
  }

  #closeFilter(): void {
    if (this.#filter === undefined || this.#isFilterClosed) return
    this.#isFilterClosed = true
    closeSync(this.#filter)
  }
}

/** Perl where every sandbox shows it. */
function shownPerl(): string | undefined {
  return findOnPath('perl', '/usr/bin:/bin')
}

/** The filter as an open file without a name, as bubblewrap reads it. */
function openFilter({ datagrams, sockets }: SandboxPlan): number | undefined {
  const filter = socketFilter({ unix: sockets.length > 0 ? 'all' : datagrams ? 'datagrams' : 'none' })
  if (filter === undefined) return undefined
  const path = join(tmpdir(), `.capstan-filter-${createId('filter')}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  writeSync(file, filter, 0, filter.length, 0)
  return file
}

/** The process id of the first process in the sandbox, which bubblewrap reports. */
async function firstProcess(info: Readable): Promise<number> {
  let text = ''
  for await (const chunk of info) text += String(chunk)
  return (JSON.parse(text) as { 'child-pid': number })['child-pid']
}
