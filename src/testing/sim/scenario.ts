import type { RpcFault } from './wire/rpc-error.ts'
import type { JsonObject, PermissionOption } from './wire/wire.ts'

/**
 * One thing a scripted turn does, by its word in `step`. In raw objects, a string that is `$sessionId` or `$cwd`
 * stands for that of the session.
 */
export type Step =
  /** Does what the prompt says, as without a scenario. */
  | { step: 'plain' }
  /** Says or thinks something, word by word. */
  | { step: 'text' | 'thought'; text: string }
  /** Calls a tool that does nothing, in the form of version 1, and ends it with `status`, `completed` if not given. */
  | {
      step: 'tool'
      title: string
      name?: string
      kind?: string
      status?: string
      rawInput?: unknown
      text?: string
    }
  /** Sends an update as it is. */
  | { step: 'update'; update: JsonObject }
  /** Asks for permission with these options and says what the client chose. */
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
  /** Ends the process, once what was said before has left it. */
  | { step: 'crash'; exitCode?: number; signal?: string }
  /** Does nothing more until it is cancelled. */
  | { step: 'hang' }
  /** Writes a line that is no JSON. */
  | { step: 'garbage'; text?: string }
  /** Writes a text, or this many bytes, without the end of a line. */
  | { step: 'partial'; text?: string; bytes?: number }
  /** Answers a request that nobody made. */
  | { step: 'wrong-id' }
  /** The prompt will be answered twice. */
  | { step: 'duplicate-answer' }
  /** Says this after the prompt is answered, this many times. */
  | { step: 'late-update'; text: string; count?: number }
  /** Writes to stderr. */
  | { step: 'stderr'; text: string }
  /** Starts a process that sleeps, does not heed SIGTERM and outlives the turn; says `grandchild <pid>`. */
  | { step: 'grandchild' }
  /** Answers the prompt with an error. */
  | ({ step: 'error' } & RpcFault)
  /** Ends the turn. */
  | { step: 'stop'; stopReason: string }
  /** Ends the turn as if it had gone well, whatever was said. */
  | { step: 'end-turn-empty' }
  /** Asks the user for a form or sends them to an address, and says what came back. */
  | { step: 'elicit'; message: string; form?: JsonObject; url?: string }
  /** Calls any method of the client and says what it got. */
  | { step: 'ask-client'; method: string; params?: JsonObject }
  /** Sends a notification that no version knows, or any other. */
  | { step: 'unknown-notification'; method?: string; params?: JsonObject }
  /** Waits until something was said into the turn, and says what it heard. */
  | { step: 'listen' }
  /** From here on this turn cannot be cancelled. */
  | { step: 'ignore-cancel' }

/** How a method is answered instead of as usual: one after the other, in this order. */
export interface Override {
  /** Milliseconds before anything else. */
  delay?: number
  /** It is never answered. */
  hang?: true
  error?: RpcFault
  /** Fields that are put over those of the answer. */
  extra?: JsonObject
}

/** What the sim does instead of what it would do; everything may be left out. */
export interface Scenario {
  initialize?: Override & {
    /** Takes the place of what the sim can really do, also under the name version 2 has for it. */
    agentCapabilities?: JsonObject
  }
  sessionNew?: Override
  /** Steps before `session/new` is answered: what they send comes earlier than the id of the session. */
  onSessionNew?: Step[]
  /** Other methods, by name; a method that is `"unknown"` is answered as if it did not exist. */
  answers?: Record<string, Override | 'unknown'>
  /** Ways to log in. With them, sessions are refused until one was used. */
  authentication?: { id: string; name: string }[]
  /** The steps of each prompt, in order; when they are used up, the sim does what the prompts say. */
  prompts?: Step[][]
  /** Begins again with the first prompt's steps when they are used up. */
  repeat?: true
  /** Steps after a turn was cancelled and before it is answered. */
  onCancel?: Step[]
  /** Does not end when its input ends, nor by SIGTERM; says so on stderr. */
  stubborn?: true
}
