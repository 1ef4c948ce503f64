import type { AgentEvent } from '../../events/event.ts'

/** What an agent tells of its own calls of a client's tools: the client gets those calls by themselves. */
export class ClientCalls {
  readonly #isClientTool: (name: string) => boolean
  readonly #ids = new Set<string>()

  constructor(isClientTool: (name: string) => boolean) {
    this.#isClientTool = isClientTool
  }

  /** Whether an event belongs to such a call. */
  has(event: AgentEvent): boolean {
    if (event.type === 'tool.called' || event.type === 'tool.updated') {
      const { toolCallId, tool, title } = event
      if ([tool, title].some((name) => name && this.#isClientTool(name))) this.#ids.add(toolCallId)
      return this.#ids.has(toolCallId)
    }
    return (event.type === 'tool.input' || event.type === 'tool.output') && this.#ids.has(event.toolCallId)
  }
}
