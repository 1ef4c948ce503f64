import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../core/files/path-inside.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { ToolCalledEvent, ToolUpdatedEvent } from '../../events/tools/tool-call.ts'
import { pathsOf } from '../permissions/permission-question.ts'
import type { BlockedAccess } from './confinement-request.ts'

const { existsSync } = process.getBuiltinModule('node:fs')

export interface AccessWatchOptions {
  /** The folders of the workspace, the working folder first. Their policy says what the agent may do there. */
  readonly workspace: readonly [string, ...string[]]
  /** Whether the policy lets the agent read files. */
  readonly isReading: boolean
  /** Whether the agent sees the user's file at a path. */
  readonly shows: (path: string) => boolean
  /** Hosts that the agent contacts by itself and works without. */
  readonly optionalHosts: readonly string[]
  readonly onBlocked: (blocked: BlockedAccess) => void
}

type Call = Pick<
  ToolUpdatedEvent,
  'toolCallId' | 'tool' | 'title' | 'kind' | 'status' | 'locations' | 'content' | 'input'
>

const kinds: ReadonlySet<unknown> = new Set(['read', 'search', 'edit'])
const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** An absolute path in the title of a call. */
const titlePath = /(?<![^\s'"`(:=])\/[^\s'"`()]+/g

/**
 * Finds out what the sandbox kept an agent from, and which tool call was running. The kernel does not report a file that
 * is not there, so paths come from failed tool calls.
 */
export class AccessWatch {
  readonly #options: AccessWatchOptions
  readonly #running = new Map<string, Call>()
  readonly #known = new Set<string>()

  constructor(options: AccessWatchOptions) {
    this.#options = options
  }

  observe(event: AgentEvent): void {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') return
    const call = merged(this.#running.get(event.toolCallId), event)
    if (!ended.has(call.status)) return void this.#running.set(call.toolCallId, call)
    this.#running.delete(call.toolCallId)
    if (call.status === 'failed') this.#failed(call)
  }

  /** The proxy refused a host. */
  hostBlocked(blocked: BlockedAccess): void {
    const isOptional = this.#options.optionalHosts.includes(blocked.name)
    if (isOptional && this.#running.size === 0) return
    const [call] = this.#running.size === 1 ? this.#running.values() : []
    this.#emit(blocked, call)
  }

  endTurn(): void {
    this.#running.clear()
    this.#known.clear()
  }

  #failed(call: Call): void {
    if (!this.#options.isReading || !kinds.has(call.kind)) return
    for (const name of this.#pathsIn(call)) {
      if (this.#isHidden(name, call)) this.#emit({ kind: 'path', name }, call)
    }
  }

  #pathsIn(call: Call): Set<string> {
    const [cwd] = this.#options.workspace
    const named = pathsOf(call).filter((path) => !path.includes('://'))
    const paths = named.map((path) =>
      path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(cwd, path),
    )
    const inTitle = (call.title ?? '').match(titlePath) ?? []
    return new Set([...paths, ...inTitle.filter((path) => isAbsolute(path))])
  }

  /** Whether the user has this file, or for a new file its folder, and the agent does not see it. */
  #isHidden(path: string, { kind }: Call): boolean {
    const { workspace, shows } = this.#options
    if (existsSync(path)) return !shows(path)
    const folder = dirname(path)
    const isNew = kind === 'edit' && existsSync(folder)
    return isNew && !workspace.some((one) => isInside(path, one)) && !shows(folder)
  }

  #emit(blocked: BlockedAccess, call: Call | undefined): void {
    const key = `${blocked.kind} ${blocked.name}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    const { toolCallId, tool } = call ?? {}
    this.#options.onBlocked({
      ...blocked,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      ...(typeof tool === 'string' ? { tool } : {}),
    })
  }
}

function merged(known: Call | undefined, event: ToolCalledEvent | ToolUpdatedEvent): Call {
  const { toolCallId, tool, title, kind, status, locations, content, input } = event
  const given = Object.entries({ tool, title, kind, status, locations, content, input }).filter(
    ([, value]) => value !== undefined,
  )
  return { ...known, toolCallId, ...Object.fromEntries(given) }
}
