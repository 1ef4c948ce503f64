import { CapstanError } from '../core/capstan-error.ts'
import { isRecord } from '../core/is-record.ts'
import { ValidationError, type ValidationIssue } from '../core/validation-error.ts'
import { allowedDirectories, requireSystemPrompt } from './gates.ts'
import type { Handshake } from './handshake.ts'
import { mcpServerToAcp, requireMcpServers } from './mcp-servers.ts'
import type { SessionOptions } from './session-options.ts'

/** The params for opening a session. @throws CapabilityNotSupportedError for options that the agent did not advertise. */
export function sessionParams(
  handshake: Handshake,
  options: SessionOptions,
  { strict, onWarning }: { strict: boolean; onWarning: (message: string) => void },
): Record<string, unknown> {
  const { cwd, mcpServers = [], additionalDirectories = [], systemPrompt, sessionMeta } = options
  const { protocolVersion } = handshake
  if (mcpServers.length > 0) requireMcpServers(mcpServers, handshake.profile)
  // The profile is computed on first use, so read it only if needed.
  const directories =
    additionalDirectories.length === 0
      ? []
      : allowedDirectories(handshake.profile, additionalDirectories, { strict, onWarning })
  if (systemPrompt !== undefined) requireSystemPrompt(handshake, systemPrompt)
  return {
    cwd,
    mcpServers: mcpServers.map((server) => mcpServerToAcp(server, protocolVersion)),
    ...(directories.length === 0 ? {} : { additionalDirectories: [...directories] }),
    ...(systemPrompt === undefined
      ? {}
      : {
          systemPrompt: {
            mode: systemPrompt.mode,
            content: [{ type: 'text', text: systemPrompt.text }],
          },
        }),
    ...(sessionMeta === undefined ? {} : { _meta: sessionMeta }),
  }
}

/** @throws ValidationError for invalid options. */
export function requireSessionOptions(options: unknown, named: { sessionId?: unknown }): void {
  const { cwd, onEvent, handlers } = isRecord(options) ? options : {}
  const issues = [
    ...('sessionId' in named && !isText(named.sessionId)
      ? [issue('sessionId', 'must be the id of a session')]
      : []),
    ...(isText(cwd) ? [] : [issue('cwd', 'must be an absolute path')]),
    ...(typeof onEvent === 'function' ? [] : [issue('onEvent', 'must be a function')]),
    ...(isRecord(handlers) ? [] : [issue('handlers', 'must be an object')]),
  ]
  if (issues.length === 0) return
  const message = issues.map(({ path, message: what }) => `${path.join('.')} ${what}`).join('; ')
  throw new ValidationError(message, issues, { hint: 'Pass { cwd, onEvent, handlers }.' })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function issue(field: string, message: string): ValidationIssue {
  return { path: [field], message }
}

/** The id in the response to a request for a new session. @throws CapstanError `PROTOCOL_ERROR` without an id */
export function newSessionId(agent: string, answer: unknown): string {
  const { sessionId } = (answer ?? {}) as { sessionId?: unknown }
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId
  throw new CapstanError('PROTOCOL_ERROR', `${agent} opened a session without an id`)
}
