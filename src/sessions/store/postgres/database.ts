/** The connections of a node to PostgreSQL. */
export interface Database {
  /** The rows of one statement. Rejects within a few seconds if the server does not answer. */
  query: (sql: string, values?: readonly unknown[]) => Promise<unknown[]>
  /** Runs several statements. */
  script: (sql: string) => Promise<void>
  /** Calls the listener for each notification, and whenever some may have been missed. */
  listen: (channel: string, listener: () => void) => Promise<() => Promise<void>>
  close: () => Promise<void>
}
