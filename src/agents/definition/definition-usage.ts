/** What is known of the counts that an agent reports, by transport. */
export interface AgentUsage {
  readonly acp?: TransportUsage
  readonly cli?: TransportUsage
}

/** How the counts on one transport are read. */
export interface TransportUsage {
  /** It reports a cost in dollars. */
  readonly reportsCost?: true
  /**
   * What the tokens at the end of a turn cover: the turn, all turns of the process, or only the last model call.
   * `none`: it reports none.
   */
  readonly tokens: 'turn' | 'process' | 'last-call' | 'none'
  /** Its count of input holds the cached tokens. */
  readonly inputHoldsCache?: true
  /** Its count of output is without thinking, which it counts beside. */
  readonly outputLacksThinking?: true
  /** Its files say the tokens of a turn, and better than it reports them. */
  readonly stored?: true
  /** It reports what it uses while it works, so that a limit stops it in the middle of a turn. */
  readonly isLongRunning?: true
}
