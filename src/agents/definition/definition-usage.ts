/** How to read the usage that an agent reports, by transport. */
export interface AgentUsage {
  readonly acp?: TransportUsage
  readonly cli?: TransportUsage
}

/** How to read the usage on one transport. */
export interface TransportUsage {
  /** The agent reports a cost in US dollars. */
  readonly reportsCost?: true
  /**
   * What the token counts at the end of a turn cover: the turn, all turns of the process, or only the last model call.
   * `none`: the agent reports no tokens.
   */
  readonly tokens: 'turn' | 'process' | 'last-call' | 'none'
  /** The input count includes cached tokens. */
  readonly inputHoldsCache?: true
  /** The output count excludes thinking tokens, which have their own count. */
  readonly outputLacksThinking?: true
  /** The agent's files hold more accurate counts than its reports. */
  readonly stored?: true
  /** The agent reports usage during a turn, so a limit can stop it in the middle of one. */
  readonly isLongRunning?: true
}
