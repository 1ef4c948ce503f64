import { requireObject } from '../core/check-argument.ts'

/** A capability that a call requires. */
export interface Requirement {
  /** The capability's id. */
  readonly id: string
  /** A condition on the capability's value. */
  readonly value?: RequiredValue
  /** The part of the request that requires the capability. */
  readonly because?: string
}

/** `includes`: the value is a list with this member. `within`: the value is a range that contains this number. */
export type RequiredValue = { readonly includes: string | number } | { readonly within: number }

/** The parts of a request that require a capability. */
export interface CapabilityRequest {
  /** Kinds of parts in the prompt. */
  prompt?: readonly ('text' | 'image' | 'audio' | 'video' | 'pdf' | 'file' | 'embedded-context')[]
  mcpServers?: readonly { type?: 'stdio' | 'http' | 'sse' | 'acp'; name?: string }[]
  /** The session operation. */
  session?: 'load' | 'resume' | 'fork' | 'list' | 'close' | 'delete'
  additionalDirectories?: readonly string[]
  systemPrompt?: string
  /** Whether the prompt follows the agent's own system prompt or replaces it. */
  systemPromptMode?: 'append' | 'override'
  thinkingEffort?: string
  thinkingBudgetTokens?: number
  jsonMode?: boolean
  outputSchema?: unknown
  skills?: readonly string[]
  plugins?: readonly string[]
  delivery?: 'immediate' | 'next-message' | 'next-tool-call' | 'on-idle' | 'manual'
  attachments?: readonly ('text' | 'image')[]
  /** Whether the session sends messages. */
  messaging?: 'send'
  actions?: 'invoke' | 'expose'
  lifecycle?: 'release' | 'pause' | 'resume' | 'snapshot'
  /** Event types that the caller waits for. */
  events?: readonly string[]
  /** A2E capabilities that the host must offer. */
  host?: readonly string[]
}

/** Lists the capabilities that a request requires, without duplicates. Pure. */
export function requirementsFor(request: CapabilityRequest): Requirement[] {
  requireObject(request, 'request')
  const needs: Requirement[] = []
  const need = (id: string, because: string, value?: RequiredValue): void => {
    needs.push({ id, because, ...(value === undefined ? {} : { value }) })
  }
  for (const part of request.prompt ?? []) need(`prompt.${part}`, `the prompt contains ${part}`)
  for (const part of request.attachments ?? []) {
    // Attached text is a separate capability; every session accepts the text of a message.
    need(
      part === 'text' ? 'relay.text-attachments' : `prompt.${part}`,
      `the message has ${part === 'text' ? 'a text' : 'an image'} attachment`,
    )
  }
  if (request.messaging) need(`messaging.${request.messaging}`, 'the session sends messages')
  for (const { type = 'stdio', name } of request.mcpServers ?? []) {
    need(`mcp.${type}`, `the MCP server${name === undefined ? '' : ` ${name}`} uses ${type}`)
  }
  if (request.session) need(`session.${request.session}`, `${request.session} was requested for a session`)
  if (request.additionalDirectories?.length) {
    need(
      'session.additional-directories',
      `${request.additionalDirectories.length} additional directories are set`,
    )
  }
  if (request.systemPrompt !== undefined) {
    const { systemPromptMode: mode } = request
    need(
      'session.system-prompt',
      'a system prompt is set',
      mode === undefined ? undefined : { includes: mode },
    )
  }
  addThinking(request, need)
  if (request.jsonMode) need('output.json-mode', 'JSON output was requested')
  if (request.outputSchema !== undefined) need('output.structured', 'an output schema is set')
  if (request.skills?.length) need('skills', 'skills are set')
  if (request.plugins?.length) need('plugins', 'plugins are set')
  if (request.delivery) need(`delivery.${request.delivery}`, `the delivery mode is ${request.delivery}`)
  if (request.actions) need(`actions.${request.actions}`, `the session ${request.actions}s actions`)
  if (request.lifecycle)
    need(`lifecycle.${request.lifecycle}`, `${request.lifecycle} was requested for the session`)
  for (const type of request.events ?? []) need(`events.${type}`, `the caller waits for ${type}`)
  for (const name of request.host ?? []) need(`host.${name}`, `${name} was requested from the host`)
  return needs.filter(
    ({ id, value }, index) => index === needs.findIndex((other) => isSame(other, { id, value })),
  )
}

function addThinking(
  { thinkingEffort, thinkingBudgetTokens }: CapabilityRequest,
  need: (id: string, because: string, value?: RequiredValue) => void,
): void {
  if (thinkingEffort === undefined && thinkingBudgetTokens === undefined) return
  need('thinking.supported', 'a thinking option is set')
  if (thinkingEffort !== undefined) {
    need('thinking.effort', `the effort is ${thinkingEffort}`, { includes: thinkingEffort })
  }
  if (thinkingBudgetTokens !== undefined) {
    need('thinking.budget', `the budget is ${thinkingBudgetTokens} tokens`, {
      within: thinkingBudgetTokens,
    })
  }
}

function isSame(first: Requirement, second: Requirement): boolean {
  return first.id === second.id && JSON.stringify(first.value) === JSON.stringify(second.value)
}
