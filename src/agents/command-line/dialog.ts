import type { ErrorDetail } from '../../events/error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionOutcome } from '../../events/permission.ts'
import type { OutputEnd } from './output-reader.ts'

/** One message to the agent: a line of JSON. */
export type DialogMessage = Readonly<Record<string, unknown>>

/** The conversation's settings, without those on the command line. */
export interface DialogContext {
  /** Absolute. */
  readonly cwd: string
  /** The agent's id of the model. */
  readonly model?: string
  /** The earlier session to resume or fork. */
  readonly resume?: string
  readonly fork?: string
  readonly noSession?: boolean
  /** When the agent asks for approval: never, before risky actions, or only for actions that its sandbox refuses. */
  readonly approval: 'nothing' | 'everything' | 'refused'
  /** Whether the agent runs in the sandbox, so that a sandbox of its own is not needed. */
  readonly isConfined?: boolean
  /** Creates ids for messages and requests. */
  readonly createId: () => string
}

/** An image in a prompt. */
export interface DialogImage {
  /** Base64 of the bytes. */
  readonly data: string
  readonly mimeType: string
}

/** A request to the agent. */
export interface DialogRequest {
  readonly send: readonly DialogMessage[]
  /** The id of the response. Without an id, the agent sends no response. */
  readonly id?: string
}

/** The meaning of one line from the agent. */
export interface DialogReading {
  /** A `permission.requested` event waits for `answer`. */
  readonly events: readonly AgentEvent[]
  /** Lines to send to the agent. */
  readonly send?: readonly DialogMessage[]
  /** The agent works on the turn: the turn can now be canceled and steered. */
  readonly begins?: true
  /** The turn is over. The counts cover the time since the process started. */
  readonly end?: OutputEnd
  /** The response to a request. */
  readonly answered?: { readonly id: string; readonly error?: string }
  /** The agent withdrew the question with this id. */
  readonly withdrawn?: string
  /** The session could not be opened. */
  readonly failure?: ErrorDetail
}

/** Settings that can change between turns. */
export type DialogSetting = 'model' | 'effort' | 'mode'

/**
 * Talks to a long-running agent, line by line. A dialog only translates: it starts no process and waits for nothing.
 */
export interface Dialog {
  /** The first lines to send. */
  start(): readonly DialogMessage[]
  /** The lines that start a turn. */
  prompt(text: string, images: readonly DialogImage[]): readonly DialogMessage[]
  /** Reads one JSON line. An unknown line becomes a `raw` event. */
  read(line: unknown): DialogReading
  /** The lines that answer a question; none if the agent withdrew the question. */
  answer(requestId: string, outcome: PermissionOutcome): readonly DialogMessage[]
  /** The lines that cancel the current turn. */
  cancel(): readonly DialogMessage[]
  /** The lines that add a message to the current turn. */
  steer(text: string, images?: readonly DialogImage[]): DialogRequest
  /** The request that changes a setting for the next turns; `undefined` if the agent cannot change it. */
  set(name: DialogSetting, value: string): DialogRequest | undefined
}

export type CreateDialog = (context: DialogContext) => Dialog
