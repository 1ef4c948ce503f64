/** What can be set in a session, each by whichever way the agent has. */
export interface SessionSettings {
  model?: string
  effort?: string
  mode?: string
}
