import type { AgentAdapter } from '../../../agents/adapter.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import type { DetailedModelRegistry } from '../../../models/registry.ts'

export interface BringOptions {
  /** The installed agent to ask; without one, public data is fetched. */
  agent: AgentAdapter | undefined
  signal: AbortSignal
}

/** Returns a function that updates the registry for one agent. It rejects when the user interrupts. */
export function bringFrom(
  registry: DetailedModelRegistry,
  { agent: asked, signal }: BringOptions,
): (agent: string) => Promise<void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new CapstanError('ABORTED', 'The refresh was aborted')))
  })
  return async (agent) => {
    if (asked === undefined) return await Promise.race([registry.refresh(agent), stopped])
    const { askModels } = await import('../../../agents/models/ask-models.ts')
    registry.applyReported(agent, await askModels(asked.definition, { signal }))
  }
}
