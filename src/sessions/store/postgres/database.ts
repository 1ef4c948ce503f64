/** The connections of a node to PostgreSQL. */
export interface Database {
  /** The rows of one statement. Rejects within a few seconds if the server does not answer. */
  query: (sql: string, values?: readonly unknown[]) => Promise<unknown[]>
  /** The rows of a statement that may take long, such as one that reads everything. */
  readAll: (sql: string) => Promise<unknown[]>
  /** Runs several statements. */
  script: (sql: string) => Promise<void>
  /** Calls the listener for each notification, and whenever some may have been missed. */
  listen: (channel: string, listener: () => void) => Promise<() => Promise<void>>
  /** Runs `work` unless another connection does so under this name; returns whether it ran. */
  exclusively: (name: string, work: () => Promise<void>) => Promise<boolean>
  close: () => Promise<void>
}
