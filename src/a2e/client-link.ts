/** What a client is told by the link that carries its messages. */
export interface LinkEvents {
  /** A message came, as it was read. */
  readonly onMessage: (message: unknown) => void
  /**
   * The session is gone with all that was asked in it. With `again` the other side is still there and the link can be
   * opened anew; otherwise this was its end.
   */
  readonly onLost: (error: Error, options: { again: boolean }) => void
}

/** Carries the messages of a client to a host and back. */
export interface ClientLink {
  /** Begins a session. */
  open(events: LinkEvents): Promise<void>
  /** Resolves when the message is handed over; the link itself repeats what may have been lost on the way. */
  send(line: string): Promise<void>
  close(): Promise<void>
}
