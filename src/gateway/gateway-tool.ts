import type { Tool } from '../capabilities/ecosystems/ag-ui/types.ts'

/** A tool that the gateway brings to its agents: listed among their capabilities, and run here when they call it. */
export interface GatewayTool extends Tool {
  /** Gives the result: a text, or anything that can be JSON. */
  call(input: Readonly<Record<string, unknown>>, signal: AbortSignal): unknown
}

/** The tools of a gateway. They can change at any time. */
export class GatewayTools {
  readonly #tools = new Map<string, GatewayTool>()
  readonly #listeners = new Set<() => void>()

  get size(): number {
    return this.#tools.size
  }

  /** As clients are told of them: without what runs here. */
  list(): Tool[] {
    return [...this.#tools.values()].map(({ name, description, parameters, metadata }) => ({
      name,
      description,
      ...(parameters === undefined ? {} : { parameters }),
      ...(metadata === undefined ? {} : { metadata }),
    }))
  }

  find(name: string): GatewayTool | undefined {
    return this.#tools.get(name)
  }

  /** Adds a tool, or replaces the one of that name. Gives a function that takes it out again. */
  register(tool: GatewayTool): () => void {
    this.#tools.set(tool.name, tool)
    this.#changed()
    return () => {
      if (this.#tools.get(tool.name) !== tool) return
      this.#tools.delete(tool.name)
      this.#changed()
    }
  }

  /** Is told when the tools change. Gives a function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
