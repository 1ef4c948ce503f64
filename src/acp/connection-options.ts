import type { Readable, Writable } from 'node:stream'
import type { CapstanError } from '../core/capstan-error.ts'
import type { Redact } from '../process/redact-value.ts'
import type { ApprovalForm } from './approval-form.ts'
import type { MessageTap } from './wire/json-rpc-connection.ts'
import type { ClientFeatures } from './handshake.ts'

/** How long the agent may take, in milliseconds. A turn has no limit here. */
export interface ConnectionTimeouts {
  /** For `initialize`; some agents need 20 seconds. */
  initializeMs?: number
  /** For opening a session. */
  sessionMs?: number
  /** For everything else. */
  requestMs?: number
}

export interface AcpConnectionOptions {
  /** What the agent is called in errors. */
  agent: string
  /** What the agent writes, and what it reads. */
  input: Readable
  output: Writable
  /** What its sessions will answer; nothing else is advertised. */
  features: ClientFeatures
  /** The newest version of the protocol that is asked for; 2 if not given. */
  protocolVersion?: 1 | 2
  timeouts?: ConnectionTimeouts
  /** Makes every gate throw, also where leaving something out would do. */
  strict?: boolean
  onWarning?: (message: string) => void
  /** Prompts that set what the agent has no option for, by category. */
  optionPrompts?: Readonly<Record<string, string>>
  /** The form by which the agent asks for permissions, where it does not use permission requests. */
  approvalForm?: ApprovalForm
  /** Called before an earlier session is loaded or resumed; what it gives, once that is done or failed. */
  guardSession?: (sessionId: string) => Promise<() => Promise<void>>
  /** Takes secrets out of errors and of lines that are no messages. */
  redact?: Redact
  maxLineBytes?: number
  onMessage?: MessageTap
  /** Says why the agent's output ended, for what still waits. */
  endError?: () => CapstanError | Promise<CapstanError>
  signal?: AbortSignal
}

/** The limits of the options, and ours where they give none. */
export function connectionTimeouts({ timeouts }: AcpConnectionOptions): Required<ConnectionTimeouts> {
  return { initializeMs: 60_000, sessionMs: 120_000, requestMs: 30_000, ...timeouts }
}
