/** An agent's ACP handshake as agents-wire normalizes it: every field is true or false. */
export interface IAgentCapabilities {
  readonly loadSession: boolean
  readonly forkSession: boolean
  readonly resumeSession: boolean
  readonly closeSession: boolean
  readonly listSessions: boolean
  readonly additionalDirectories: boolean
  readonly mcp: {
    readonly stdio: boolean
    readonly http: boolean
    readonly sse: boolean
  }
  readonly prompt: {
    readonly text: boolean
    readonly image: boolean
    readonly audio: boolean
    readonly embeddedContext: boolean
  }
}

/** ACP's open objects: known keys, and any others. */
type Open<Known> = Known & { [key: string]: unknown }

/** In ACP, the presence of an object means yes; it may contain `_meta` and details. */
export type Presence = { [key: string]: unknown } | boolean | null

export interface Implementation {
  name: string
  title?: string | null
  version?: string | null
}

/** A boolean; in ACP null means missing. */
type Flag = boolean | null

type Presences<Name extends string> = Open<{ [Key in Name]?: Presence }>

/** The session capabilities of both versions. */
export type SessionCapabilityName =
  | 'delete'
  | 'additionalDirectories'
  | 'fork'
  | 'title'
  | 'archive'
  | 'status'
  | 'systemPrompt'
  | 'subagents'

/** The capabilities that a version 1 agent advertises. */
export type AgentCapabilitiesV1 = Open<{
  loadSession?: Flag
  promptCapabilities?: Open<{ image?: Flag; audio?: Flag; embeddedContext?: Flag }> | null
  mcpCapabilities?: Open<{ http?: Flag; sse?: Flag; acp?: Flag }> | null
  sessionCapabilities?: Presences<SessionCapabilityName | 'list' | 'close' | 'resume'> | null
  auth?: Presences<'logout' | 'status'> | null
  providers?: Presence
  _meta?: { [name: string]: unknown } | null
}>

/** The capabilities of a version 2 agent; a `session` object includes new, list, resume, close and prompt. */
export type AgentCapabilitiesV2 = Open<{
  session?:
    | (Presences<SessionCapabilityName> & {
        prompt?: Presences<'image' | 'audio' | 'embeddedContext'> | null
        mcp?: Presences<'stdio' | 'http' | 'acp'> | null
      })
    | null
  auth?: Presences<'logout' | 'status'> | null
  providers?: Presence
  _meta?: { [name: string]: unknown } | null
}>

export type AuthMethodOffer = Open<{ name?: string }>

export type InitializeAnswerV1 = Open<{
  protocolVersion?: number
  agentCapabilities?: AgentCapabilitiesV1 | null
  agentInfo?: Open<Implementation> | null
  authMethods?: AuthMethodOffer[] | null
  _meta?: { [name: string]: unknown } | null
}>

export type InitializeAnswerV2 = Open<{
  protocolVersion?: number
  capabilities?: AgentCapabilitiesV2 | null
  info?: Open<Implementation> | null
  authMethods?: AuthMethodOffer[] | null
  _meta?: { [name: string]: unknown } | null
}>
