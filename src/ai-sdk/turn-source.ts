import type { CapabilityError } from '../capabilities/capability-error.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { CapstanError } from '../core/capstan-error.ts'
import type { Attachment } from '../run/api/options.ts'
import type { Run } from '../run/api/run.ts'
import type { OutputSchema } from '../run/api/standard-schema.ts'
import type { ModelMessage } from './call-options.ts'
import type { OpenTurn } from './open-turn.ts'

/** What a call asks of its agent. */
export interface TurnRequest {
  prompt: string
  /** For the agent's own place for it. */
  system?: string
  attachments: readonly Attachment[]
  effort?: string
  /** What the answer has to fit, where JSON is asked for. */
  schema?: OutputSchema
  onWarning: (message: string) => void
}

/** Where the calls of a model are answered: by an agent of their own each, or by one session. */
export interface TurnSource {
  readonly agent: string
  readonly model: string | undefined
  readonly strict: boolean
  /** Whether a system prompt can be given apart from the text. */
  readonly takesSystem: boolean
  /** Whether a question of the agent can wait for the next call. */
  readonly keepsQuestions: boolean
  /** What the agent takes, as it says itself. */
  profile(signal: AbortSignal): Promise<CapabilityProfile>
  /** What of a prompt the agent has not been told yet. */
  news(prompt: readonly ModelMessage[]): readonly ModelMessage[]
  /** Why a part of a prompt cannot be sent, apart from what the profile says. */
  refusalOfPart(attachment: Attachment, effort: string | undefined): CapstanError | undefined
  /** Why an effort cannot be asked of the agent. */
  refusalOf(effort: string): CapabilityError | undefined
  start(request: TurnRequest): Promise<Run>
  /** Keeps a turn in which the agent waits for an answer. */
  keep(turn: OpenTurn<unknown>): void
  /** The turn that waits, if there is one; it is kept no longer. */
  takeKept(): OpenTurn<unknown> | undefined
}
