import type { CapstanError } from '../core/capstan-error.ts'
import { ignore } from '../core/ignore.ts'
import type { SessionConversation } from './resume-or-start.ts'

/** Why a session has no running agent, and who is notified of it. */
export class SessionEnd {
  /** The session was closed, for good. */
  closed: CapstanError | undefined
  /** The conversation failed; the session may be resumed. */
  #failed: CapstanError | undefined
  /** The process exited by itself; the connection may not have noticed yet. */
  #lost: CapstanError | undefined
  /** Created with the first listener. */
  #listeners: Set<(reason: CapstanError) => void> | undefined

  /** The reason, or undefined while the agent runs. */
  reason(conversation: SessionConversation): CapstanError | undefined {
    return this.closed ?? this.#failed ?? conversation.closed ?? this.#lost
  }

  get failed(): CapstanError | undefined {
    return this.#failed
  }

  onEnd(listener: (reason: CapstanError) => void): () => void {
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  fail(reason: CapstanError): void {
    this.#failed = reason
  }

  /** Reports an unexpected end of the process. `moment` says what the session does when its process ends. */
  watch(conversation: SessionConversation, moment: () => 'expected' | 'idle' | 'in-run'): void {
    conversation.onEnded((reason) => {
      const now = moment()
      if (now === 'expected') return
      this.#lost = reason
      if (now === 'idle') {
        // Clean up after the process and its folder; during a run, the run does this.
        conversation.fail(reason)
        void conversation.stop().catch(ignore)
      }
      for (const listener of this.#listeners ?? []) listener(reason)
    })
  }

  /** The session has a new conversation. */
  reset(): void {
    this.#failed = undefined
    this.#lost = undefined
  }
}
