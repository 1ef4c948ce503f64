import type { A2ECapability } from '../capabilities/ecosystems/a2e/types.ts'
import type { Clock } from '../core/clock.ts'
import { ValidationError, type ValidationIssue } from '../core/validation-error.ts'
import { catalog } from './catalog.ts'
import type {
  EventFields,
  Fields,
  PluginRequestType,
  PushType,
  Request,
  Response,
  ResponseFields,
} from './messages/messages.ts'

/** The session of a request. The same object for the whole session. */
export interface PluginSession {
  readonly id: string
  /** The agent's own name; not verified. */
  readonly agentId: string
  /** The names of the capabilities the agent may use. */
  readonly accepted: ReadonlySet<string>
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
  /** Sends a message without a request; its `req_id` is empty. False when the session has ended. */
  readonly push: <Type extends PushType>(type: Type, fields: Fields<Type>) => boolean
}

/** The context a handler gets with its request. */
export interface RequestContext<Type extends PluginRequestType = PluginRequestType> {
  readonly session: PluginSession
  /** The id of the request. */
  readonly requestId: string
  /** Aborted at the timeout, when the session ends and when the host closes; the answer is then discarded. */
  readonly signal: AbortSignal
  /** The folder the plugins work in: an absolute path. */
  readonly root: string
  readonly clock: Clock
  /** Writes a log line for the operator of the host; never to the agent. */
  readonly log: (text: string) => void
  /** Sends an event of this request. Returns false, without sending, when the request is already answered. */
  readonly emit: (fields: EventFields<Type>) => boolean
  /**
   * Sends a request to another plugin of the host for the same session, limited to the negotiated capabilities. The request
   * ends with this one and does not count toward `max_parallel`. Its events go to `onEvent`.
   */
  readonly request: <Asked extends PluginRequestType>(
    type: Asked,
    fields: Fields<Asked>,
    onEvent?: (event: EventFields<Asked>) => void,
  ) => Promise<Response<Asked>>
}

/**
 * Answers requests of one type with the fields of the response; the host adds the envelope. `undefined` passes the request
 * on to the next plugin. Throw `A2EError` to refuse; the host reports any other error as `runtime_error`.
 */
export type Handler<Type extends PluginRequestType> = (
  request: Request<Type>,
  context: RequestContext<Type>,
) => Promise<ResponseFields<Type> | undefined> | ResponseFields<Type> | undefined

export type Handlers = { readonly [Type in PluginRequestType]?: Handler<Type> }

/** The context a plugin gets when it loads. */
export interface HostContext {
  readonly root: string
  readonly clock: Clock
  readonly log: (text: string) => void
}

/** Serves one capability of a host. */
export interface Plugin {
  readonly name: string
  /** The capability the plugin serves; `planning` has messages but is missing from the published list. */
  readonly type: A2ECapability | 'planning'
  readonly version?: string
  /** Among plugins of a type, the one with the highest priority handles a request first; 0 if omitted. */
  readonly priority?: number
  /** Only this plugin handles its messages; a second exclusive plugin for one of them is a conflict. */
  readonly exclusive?: boolean
  readonly messages: Handlers
  /** Called before the first request. An error keeps the host from starting. */
  load?(host: HostContext): Promise<void> | void
  /** Called after the last request. */
  unload?(): Promise<void> | void
  /** Called when a session ends, to stop everything the session started. */
  endSession?(session: PluginSession): Promise<void> | void
  /** The state to save, as JSON. */
  saveState?(): Promise<unknown>
  /** Restores the state from `saveState`, after `load`. */
  restoreState?(state: unknown): Promise<void> | void
}

/** Checks a plugin and returns it. */
export function definePlugin(plugin: Plugin): Plugin {
  const issues: ValidationIssue[] = []
  if (typeof plugin.name !== 'string' || plugin.name === '')
    issues.push({ path: ['name'], message: 'must be text that is not empty' })
  const known = [...catalog.values()].filter(({ capability }) => capability === plugin.type)
  if (known.length === 0 || plugin.type === ('core' as string))
    issues.push({ path: ['type'], message: 'must be a capability that has messages' })
  for (const type of Object.keys(plugin.messages)) {
    const isOwn = known.some((entry) => entry.type === type && entry.reply !== undefined)
    if (!isOwn) issues.push({ path: ['messages', type], message: `is not a request of ${plugin.type}` })
  }
  if (!Number.isFinite(plugin.priority ?? 0))
    issues.push({ path: ['priority'], message: 'must be a finite number' })
  const [first] = issues
  if (first === undefined) return plugin
  throw new ValidationError(`The plugin’s ${first.path.join('.')} ${first.message}`, issues)
}
