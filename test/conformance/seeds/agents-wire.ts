// agents-wire's normalized capabilities, member by member.

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
