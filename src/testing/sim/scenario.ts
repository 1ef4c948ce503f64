import type { RpcFault } from './wire/rpc-error.ts'
import type { JsonObject, PermissionOption } from './wire/wire.ts'

/**
 * One step of a scripted turn, by its name in `step`. In raw objects, the strings `$sessionId` and `$cwd` stand for
 * the values of the session.
 */
export type Step =
  /** Executes the prompt, as without a scenario. */
  | { step: 'plain' }
  /** Streams text or thinking word by word. */
  | { step: 'text' | 'thought'; text: string }
  /** Calls a tool that does nothing, in the form of version 1, and ends it with `status` (default: `completed`). */
  | {
      step: 'tool'
      title: string
      name?: string
      kind?: string
      status?: string
      rawInput?: unknown
      text?: string
    }
  /** Sends an update unchanged. */
  | { step: 'update'; update: JsonObject }
  /** Asks for permission with these options and says the client's choice. */
  | { step: 'permission'; title?: string; kind?: string; rawInput?: unknown; options: PermissionOption[] }
  /** Reports usage; `turn` is the usage in the prompt response. */
  | {
      step: 'usage'
      used: number
      size: number
      cost?: { amount: number; currency: string }
      turn?: JsonObject
    }
  /** Waits, in milliseconds. */
  | { step: 'delay'; milliseconds: number }
  /** Says the text this many times, as fast as the client reads. */
  | { step: 'flood'; count: number; text: string }
  /** Ends the process after flushing its output. */
  | { step: 'crash'; exitCode?: number; signal?: string }
  /** Waits until the turn is cancelled. */
  | { step: 'hang' }
  /** Writes a line that is not JSON. */
  | { step: 'garbage'; text?: string }
  /** Writes a text, or this many bytes, without the end of a line. */
  | { step: 'partial'; text?: string; bytes?: number }
  /** Responds to a request that was never sent. */
  | { step: 'wrong-id' }
  /** Responds to the prompt twice. */
  | { step: 'duplicate-answer' }
  /** Sends this text after the prompt response, this many times. */
  | { step: 'late-update'; text: string; count?: number }
  /** Writes to stderr. */
  | { step: 'stderr'; text: string }
  /** Starts a process that sleeps, ignores SIGTERM and outlives the turn; says `grandchild <pid>`. */
  | { step: 'grandchild' }
  /** Answers the prompt with an error. */
  | ({ step: 'error' } & RpcFault)
  /** Ends the turn. */
  | { step: 'stop'; stopReason: string }
  /** Ends the turn normally, without further text. */
  | { step: 'end-turn-empty' }
  /** Sends an elicitation and says the client's answer. */
  | { step: 'elicit'; message: string; form?: JsonObject; url?: string }
  /** Calls any method of the client and says the response. */
  | { step: 'ask-client'; method: string; params?: JsonObject }
  /** Sends a notification, by default an unknown one. */
  | { step: 'unknown-notification'; method?: string; params?: JsonObject }
  /** Waits for a steering message and repeats it. */
  | { step: 'listen' }
  /** The rest of this turn cannot be cancelled. */
  | { step: 'ignore-cancel' }

/** Overrides the response of a method, applied in this order. */
export interface Override {
  /** Milliseconds before anything else. */
  delay?: number
  /** Never responds. */
  hang?: true
  error?: RpcFault
  /** Fields that override those of the response. */
  extra?: JsonObject
}

/** Overrides of the sim's behavior; all optional. */
export interface Scenario {
  initialize?: Override & {
    /** Replaces the sim's capabilities, in both versions. */
    agentCapabilities?: JsonObject
  }
  sessionNew?: Override
  /** Steps before the response to `session/new`; their updates arrive before the session id. */
  onSessionNew?: Step[]
  /** Other methods, by name; `"unknown"` responds as if the method did not exist. */
  answers?: Record<string, Override | 'unknown'>
  /** Login methods. Sessions are rejected until a login. */
  authentication?: { id: string; name: string }[]
  /** The steps of each prompt, in order; after the last, the sim follows the prompts. */
  prompts?: Step[][]
  /** Follows `prompts` only for prompts that contain this text; the sim executes the others. */
  only?: string
  /** Repeats the steps from the first prompt on. */
  repeat?: true
  /** Steps between a cancel and the response to the prompt. */
  onCancel?: Step[]
  /** Ignores the end of its input and SIGTERM, and says so on stderr. */
  stubborn?: true
}
