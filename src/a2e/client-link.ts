/** Callbacks from the link that carries a client's messages. */
export interface LinkEvents {
  /** A parsed message arrived. */
  readonly onMessage: (message: unknown) => void
  /**
   * The session is lost, with all open requests. With `again` the host is still there and the client can reopen the link;
   * otherwise the link has ended.
   */
  readonly onLost: (error: Error, options: { again: boolean }) => void
}

/** Carries messages between a client and a host. */
export interface ClientLink {
  /** Starts a session. */
  open(events: LinkEvents): Promise<void>
  /** Resolves when the message is sent; the link itself resends messages that may have been lost. */
  send(line: string): Promise<void>
  close(): Promise<void>
}
