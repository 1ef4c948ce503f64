import type { A2ECapability } from '../capabilities/ecosystems/a2e/types.ts'
import type { Clock } from '../core/clock.ts'
import { ValidationError, type ValidationIssue } from '../core/validation-error.ts'
import { catalogue } from './catalogue.ts'
import type {
  EventFields,
  Fields,
  PluginRequestType,
  PushType,
  Request,
  Response,
  ResponseFields,
} from './messages/messages.ts'

/** The conversation a request came by. One object for as long as it lasts. */
export interface PluginSession {
  readonly id: string
  /** What the agent calls itself; nobody has checked it. */
  readonly agentId: string
  /** The capabilities it may use, by name. */
  readonly accepted: ReadonlySet<string>
  /** Aborted when the session ends, for whatever reason. */
  readonly signal: AbortSignal
  /** Sends what answers nothing. A `req_id` it has stays empty. False when the session has ended. */
  readonly push: <Type extends PushType>(type: Type, fields: Fields<Type>) => boolean
}

/** What a handler has besides its request. */
export interface RequestContext<Type extends PluginRequestType = PluginRequestType> {
  readonly session: PluginSession
  /** The id of the request. */
  readonly requestId: string
  /** Aborted at the time limit, when the session ends and when the host closes; nobody reads the answer then. */
  readonly signal: AbortSignal
  /** The folder the plugins work in: an absolute path. */
  readonly root: string
  readonly clock: Clock
  /** Writes a line for whoever runs the host; never to the agent. */
  readonly log: (text: string) => void
  /** Sends an event of this request. False, and nothing sent, when the request is answered already. */
  readonly emit: (fields: EventFields<Type>) => boolean
  /**
   * Asks another plugin of the host in the name of the same session, under the same rules: what was not negotiated is
   * refused. It is ended with this request and takes no further place of `max_parallel`. Its events go to `onEvent`.
   */
  readonly request: <Asked extends PluginRequestType>(
    type: Asked,
    fields: Fields<Asked>,
    onEvent?: (event: EventFields<Asked>) => void,
  ) => Promise<Response<Asked>>
}

/**
 * Answers requests of one type with the fields of the answer; the host adds the rest. `undefined` passes the request on
 * to the next plugin. It throws `A2EError` for a refusal; anything else thrown is answered as `runtime_error`.
 */
export type Handler<Type extends PluginRequestType> = (
  request: Request<Type>,
  context: RequestContext<Type>,
) => Promise<ResponseFields<Type> | undefined> | ResponseFields<Type> | undefined

export type Handlers = { readonly [Type in PluginRequestType]?: Handler<Type> }

/** What a plugin gets when it is loaded. */
export interface HostContext {
  readonly root: string
  readonly clock: Clock
  readonly log: (text: string) => void
}

/** Serves one capability: what a host can do is the plugins it has. */
export interface Plugin {
  readonly name: string
  /** The capability it serves. */
  readonly type: A2ECapability
  readonly version?: string
  /** Of several plugins of a type the highest is asked first; 0 if not given. */
  readonly priority?: number
  /** It alone answers its messages; a second such plugin for one of them is not loaded. */
  readonly exclusive?: boolean
  readonly messages: Handlers
  /** Called before the first request. What it throws keeps the host from starting. */
  load?(host: HostContext): Promise<void> | void
  /** Called after the last request. */
  unload?(): Promise<void> | void
  /** Called when a session is over; what it started is to be ended. */
  endSession?(session: PluginSession): Promise<void> | void
  /** What it has to keep, as JSON. */
  saveState?(): Promise<unknown>
  /** Takes back what `saveState` gave, after `load`. */
  restoreState?(state: unknown): Promise<void> | void
}

/** Checks a plugin and returns it. */
export function definePlugin(plugin: Plugin): Plugin {
  const issues: ValidationIssue[] = []
  if (typeof plugin.name !== 'string' || plugin.name === '')
    issues.push({ path: ['name'], message: 'must be text that is not empty' })
  const known = [...catalogue.values()].filter(({ capability }) => capability === plugin.type)
  if (known.length === 0 || plugin.type === ('core' as string))
    issues.push({ path: ['type'], message: 'must be a capability that has messages' })
  for (const type of Object.keys(plugin.messages)) {
    const isOwn = known.some((entry) => entry.type === type && entry.reply !== undefined)
    if (!isOwn) issues.push({ path: ['messages', type], message: `is no request of ${plugin.type}` })
  }
  if (!Number.isFinite(plugin.priority ?? 0))
    issues.push({ path: ['priority'], message: 'must be a finite number' })
  const [first] = issues
  if (first === undefined) return plugin
  throw new ValidationError(`The plugin’s ${first.path.join('.')} ${first.message}`, issues)
}
