import type { AgentEvent } from '../../events/event.ts'

/** Detects the agent's events about client tools: the client gets these calls through the tool bridge. */
export class ClientCalls {
  readonly #isClientTool: (name: string) => boolean
  readonly #ids = new Set<string>()

  constructor(isClientTool: (name: string) => boolean) {
    this.#isClientTool = isClientTool
  }

  /** Whether an event belongs to a call of a client tool. */
  has(event: AgentEvent): boolean {
    if (event.type === 'tool.called' || event.type === 'tool.updated') {
      const { toolCallId, tool, title } = event
      if ([tool, title].some((name) => name && this.#isClientTool(name))) this.#ids.add(toolCallId)
      return this.#ids.has(toolCallId)
    }
    return (event.type === 'tool.input' || event.type === 'tool.output') && this.#ids.has(event.toolCallId)
  }
}
