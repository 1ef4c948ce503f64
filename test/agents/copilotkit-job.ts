import type { AgUiJob } from './ag-ui-job.ts'

/** What a person does with one agent in the page of `examples/copilotkit`. */
export interface CopilotKitJob extends Omit<AgUiJob, 'endsCommands'> {
  /** The folder of the built example. */
  example: string
  browser: string
}

/** What the page showed, in this order. */
export interface CopilotKitOutcome {
  /** The reply to the first message. */
  streamed: string
  /** After Allow: the reply, and whether the file was there before and after it. */
  allowed: { reply: string; isWrittenBefore: boolean; isWritten: boolean }
  /** After Deny. */
  denied: { isWritten: boolean }
  /** After a call of the page's tool: the reply and the color of the title bar. */
  painted: { reply: string; color: string }
  /** After Stop: the status of the request, how many commands still ran, and the reply to the next message. */
  stopped: { status: number; leftRunning: number; reply: string }
  /** After a reload: the messages of the user, and how many replies are shown again. */
  reloaded: { said: readonly string[]; firstReply: string }
  /** Errors of the page and requests to other origins. */
  faults: readonly string[]
}
