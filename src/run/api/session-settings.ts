/** The settings that can change in a session. */
export interface SessionSettings {
  model?: string
  effort?: string
  mode?: string
}
