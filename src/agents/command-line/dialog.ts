import type { ErrorDetail } from '../../events/error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionOutcome } from '../../events/permission.ts'
import type { OutputEnd } from './output-reader.ts'

/** One message to the agent: a line of JSON. */
export type DialogMessage = Readonly<Record<string, unknown>>

/** What a dialog has to know of the conversation; what its command line says already is not in it. */
export interface DialogContext {
  /** Absolute. */
  readonly cwd: string
  /** As the agent writes it. */
  readonly model?: string
  /** The earlier session that goes on, or that is branched from. */
  readonly resume?: string
  readonly fork?: string
  readonly noSession?: boolean
  /** Whether nothing is asked, everything that is not harmless, or only what its own limits would refuse. */
  readonly approval: 'nothing' | 'everything' | 'refused'
  /** Names messages and requests. */
  readonly createId: () => string
}

/** An image that goes with a prompt. */
export interface DialogImage {
  /** Base64 of the bytes. */
  readonly data: string
  readonly mimeType: string
}

/** Something that the agent is asked for. */
export interface DialogRequest {
  readonly send: readonly DialogMessage[]
  /** Its answer is told with this id. Without one there is none to wait for. */
  readonly id?: string
}

/** What one line of the agent means. */
export interface DialogReading {
  /** A `permission.requested` among them waits for `answer`. */
  readonly events: readonly AgentEvent[]
  /** What has to be said to it. */
  readonly send?: readonly DialogMessage[]
  /** It works on the turn: from now on the turn can be cancelled and steered. */
  readonly begins?: true
  /** The turn is over. The counts are of everything since the process was started. */
  readonly end?: OutputEnd
  /** A request was answered. */
  readonly answered?: { readonly id: string; readonly error?: string }
  /** The question with this id waits no longer. */
  readonly withdrawn?: string
  /** There is no session, and there will be none. */
  readonly failure?: ErrorDetail
}

/** What can be set between turns. */
export type DialogSetting = 'model' | 'effort' | 'mode'

/**
 * Speaks with an agent that stays open, line by line. It only says what to send and what was meant; it starts nothing
 * and waits for nothing.
 */
export interface Dialog {
  /** What is said first. */
  start(): readonly DialogMessage[]
  /** Begins a turn. */
  prompt(text: string, images: readonly DialogImage[]): readonly DialogMessage[]
  /** One line that is JSON. What is not understood comes out as `raw`. */
  read(line: unknown): DialogReading
  /** Answers a question; nothing to send when it waits no longer. */
  answer(requestId: string, outcome: PermissionOutcome): readonly DialogMessage[]
  /** Stops the turn that has begun. */
  cancel(): readonly DialogMessage[]
  /** Puts a message into the turn that has begun. */
  steer(text: string, images?: readonly DialogImage[]): DialogRequest
  /** Sets something for the next turns; `undefined` where it cannot be set. */
  set(name: DialogSetting, value: string): DialogRequest | undefined
}

export type CreateDialog = (context: DialogContext) => Dialog
