import type { CapabilityError } from '../capabilities/capability-error.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { CapstanError } from '../core/capstan-error.ts'
import type { Attachment } from '../run/api/options.ts'
import type { Run } from '../run/api/run.ts'
import type { OutputSchema } from '../run/api/standard-schema.ts'
import type { ModelMessage } from './call-options.ts'
import type { ModelTurn } from './model-turn.ts'

/** The request of a call to its agent. */
export interface TurnRequest {
  prompt: string
  /** The system prompt, if the agent accepts one. */
  system?: string
  attachments: readonly Attachment[]
  effort?: string
  /** The schema of a JSON answer. */
  schema?: OutputSchema
  onWarning: (message: string) => void
}

/** Answers the calls of a model: with a new agent per call, or with one session. */
export interface TurnSource {
  readonly agent: string
  readonly model: string | undefined
  readonly strict: boolean
  /** Whether a system prompt can be sent separately from the text. */
  readonly takesSystem: boolean
  /** Whether a permission request can wait for the next call. */
  readonly keepsQuestions: boolean
  /** The agent's capabilities, as the agent reports them. */
  profile(signal: AbortSignal): Promise<CapabilityProfile>
  /** The messages of a prompt that the agent does not have yet. */
  newMessages(prompt: readonly ModelMessage[]): readonly ModelMessage[]
  /** Why a part of a prompt cannot be sent, beyond the profile. */
  refusalOfPart(attachment: Attachment, effort: string | undefined): CapstanError | undefined
  /** Why the agent does not accept an effort. */
  refusalOf(effort: string): CapabilityError | undefined
  start(request: TurnRequest): Promise<Run>
  /** Keeps a turn in which the agent waits for an approval. */
  keep(turn: ModelTurn<unknown>): void
  /** Removes and returns the kept turn, if there is one. */
  takeKept(): ModelTurn<unknown> | undefined
}
