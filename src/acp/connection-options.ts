import type { Readable, Writable } from 'node:stream'
import type { CapstanError } from '../core/capstan-error.ts'
import type { Redact } from '../process/redact-value.ts'
import type { ApprovalForm } from './approval-form.ts'
import type { MessageTap } from './wire/json-rpc-connection.ts'
import type { ClientFeatures } from './handshake.ts'

/** Timeouts for the agent's responses, in milliseconds. A turn has no timeout here. */
export interface ConnectionTimeouts {
  /** For `initialize`; some agents need 20 seconds. */
  initializeMs?: number
  /** For opening a session. */
  sessionMs?: number
  /** For everything else. */
  requestMs?: number
}

export interface AcpConnectionOptions {
  /** The agent's name in errors. */
  agent: string
  /** The agent's stdout and stdin. */
  input: Readable
  output: Writable
  /** The client requests to advertise and to answer; all others are refused. */
  features: ClientFeatures
  /** The newest protocol version to offer; 2 by default. */
  protocolVersion?: 1 | 2
  timeouts?: ConnectionTimeouts
  /** Makes every gate throw instead of dropping options with a warning. */
  strict?: boolean
  onWarning?: (message: string) => void
  /** Prompts for settings without a session option, by category. */
  optionPrompts?: Readonly<Record<string, string>>
  /** The form of an agent that asks for permission by elicitation. */
  approvalForm?: ApprovalForm
  /** Called before a session is loaded or resumed; the returned function is called after that succeeded or failed. */
  guardSession?: (sessionId: string) => Promise<() => Promise<void>>
  /** Removes secrets from errors and from lines that are not messages. */
  redact?: Redact
  maxLineBytes?: number
  onMessage?: MessageTap
  /** Returns why the agent's output ended, to fail pending requests with. */
  endError?: () => CapstanError | Promise<CapstanError>
  signal?: AbortSignal
}

/** The timeouts of the options, with defaults. */
export function connectionTimeouts({ timeouts }: AcpConnectionOptions): Required<ConnectionTimeouts> {
  return { initializeMs: 60_000, sessionMs: 120_000, requestMs: 30_000, ...timeouts }
}
