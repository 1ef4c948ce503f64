import { requireObject } from '../core/check-argument.ts'

/** Something a caller needs of a subject before a call can be made. */
export interface Requirement {
  /** The capability's id. */
  readonly id: string
  /** What the capability's value must hold, beside being supported. */
  readonly value?: RequiredValue
  /** What was asked for that needs it, in the caller's words. */
  readonly because?: string
}

/** `includes`: the value is a list with this member. `within`: the value is a range that holds this number. */
export type RequiredValue = { readonly includes: string | number } | { readonly within: number }

/** What a caller asks for, as far as it needs a capability. */
export interface CapabilityRequest {
  /** Kinds of parts in the prompt. */
  prompt?: readonly ('text' | 'image' | 'audio' | 'video' | 'pdf' | 'file' | 'embedded-context')[]
  mcpServers?: readonly { type?: 'stdio' | 'http' | 'sse' | 'acp'; name?: string }[]
  /** What is to be done with a session. */
  session?: 'load' | 'resume' | 'fork' | 'list' | 'close' | 'delete'
  additionalDirectories?: readonly string[]
  systemPrompt?: string
  /** Whether the prompt stands after the agent's own, or in its place. */
  systemPromptMode?: 'append' | 'override'
  thinkingEffort?: string
  thinkingBudgetTokens?: number
  jsonMode?: boolean
  outputSchema?: unknown
  skills?: readonly string[]
  plugins?: readonly string[]
  delivery?: 'immediate' | 'next-message' | 'next-tool-call' | 'on-idle' | 'manual'
  attachments?: readonly ('text' | 'image')[]
  /** What a session is to do with messages of its own. */
  messaging?: 'send'
  actions?: 'invoke' | 'expose'
  lifecycle?: 'release' | 'pause' | 'resume' | 'snapshot'
  /** Event types to be waited for. */
  events?: readonly string[]
  /** A2E capabilities wanted of a host. */
  host?: readonly string[]
}

/** The one place that knows which capabilities a request needs. Pure; duplicates are left out. */
export function requirementsFor(request: CapabilityRequest): Requirement[] {
  requireObject(request, 'request')
  const needs: Requirement[] = []
  const need = (id: string, because: string, value?: RequiredValue): void => {
    needs.push({ id, because, ...(value === undefined ? {} : { value }) })
  }
  for (const part of request.prompt ?? []) need(`prompt.${part}`, `the prompt has a part of kind ${part}`)
  for (const part of request.attachments ?? []) {
    // Text that is attached is more than the text of a message, which everybody takes.
    need(part === 'text' ? 'relay.text-attachments' : `prompt.${part}`, `the message has ${part} attached`)
  }
  if (request.messaging) need(`messaging.${request.messaging}`, 'a message of its own is to be sent')
  for (const { type = 'stdio', name } of request.mcpServers ?? []) {
    need(`mcp.${type}`, `the MCP server${name === undefined ? '' : ` ${name}`} is reached by ${type}`)
  }
  if (request.session) need(`session.${request.session}`, `a session is to be used by ${request.session}`)
  if (request.additionalDirectories?.length) {
    need(
      'session.additional-directories',
      `${request.additionalDirectories.length} more folders are to be seen`,
    )
  }
  if (request.systemPrompt !== undefined) {
    const { systemPromptMode: mode } = request
    need(
      'session.system-prompt',
      'a system prompt is given',
      mode === undefined ? undefined : { includes: mode },
    )
  }
  addThinking(request, need)
  if (request.jsonMode) need('output.json-mode', 'JSON is asked for')
  if (request.outputSchema !== undefined) need('output.structured', 'an output schema is given')
  if (request.skills?.length) need('skills', 'skills are to be loaded')
  if (request.plugins?.length) need('plugins', 'plugins are to be loaded')
  if (request.delivery)
    need(`delivery.${request.delivery}`, `a message is to be delivered ${request.delivery}`)
  if (request.actions) need(`actions.${request.actions}`, `actions are to be ${request.actions}d`)
  if (request.lifecycle)
    need(`lifecycle.${request.lifecycle}`, `${request.lifecycle} is asked of the session`)
  for (const type of request.events ?? []) need(`events.${type}`, `somebody waits for ${type}`)
  for (const name of request.host ?? []) need(`host.${name}`, `${name} is asked of the host`)
  return needs.filter(
    ({ id, value }, index) => index === needs.findIndex((other) => isSame(other, { id, value })),
  )
}

function addThinking(
  { thinkingEffort, thinkingBudgetTokens }: CapabilityRequest,
  need: (id: string, because: string, value?: RequiredValue) => void,
): void {
  if (thinkingEffort === undefined && thinkingBudgetTokens === undefined) return
  need('thinking.supported', 'thinking is to be set')
  if (thinkingEffort !== undefined) {
    need('thinking.effort', `the effort is to be ${thinkingEffort}`, { includes: thinkingEffort })
  }
  if (thinkingBudgetTokens !== undefined) {
    need('thinking.budget', `the budget is to be ${thinkingBudgetTokens} tokens`, {
      within: thinkingBudgetTokens,
    })
  }
}

function isSame(first: Requirement, second: Requirement): boolean {
  return first.id === second.id && JSON.stringify(first.value) === JSON.stringify(second.value)
}
