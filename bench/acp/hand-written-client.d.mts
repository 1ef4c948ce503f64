/** An update as a client sees it that checks nothing. */
export interface Update {
  sessionUpdate: string
  content: { text: string } & [{ content: { text: string } }]
}

export interface PlainClient {
  prompt(text: string): Promise<void>
  close(): Promise<void>
}

/** What somebody writes who needs no more than this: the pipe, split at line feeds, and `JSON.parse`. */
export function connectByHand(
  command: readonly [string, ...string[]],
  onUpdate: (update: Update) => void,
): Promise<PlainClient>
