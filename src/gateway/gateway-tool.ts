import type { Tool } from '../capabilities/ecosystems/ag-ui/types.ts'

/** A tool that the gateway offers to its agents and runs itself. */
export interface GatewayTool extends Tool {
  /** Returns the result as a string or a JSON value. */
  call(input: Readonly<Record<string, unknown>>, signal: AbortSignal): unknown
}

/** The tools of a gateway; they may change at any time. */
export class GatewayTools {
  readonly #tools = new Map<string, GatewayTool>()
  readonly #listeners = new Set<() => void>()

  get size(): number {
    return this.#tools.size
  }

  /** The tools as clients see them, without their implementation. */
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

  /** Adds or replaces a tool. Returns a function that removes it. */
  register(tool: GatewayTool): () => void {
    this.#tools.set(tool.name, tool)
    this.#changed()
    return () => {
      if (this.#tools.get(tool.name) !== tool) return
      this.#tools.delete(tool.name)
      this.#changed()
    }
  }

  /** Calls the listener when the tools change. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
