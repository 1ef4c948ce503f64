import type { Evidence, Party } from './evidence.ts'

/** Capabilities of the model itself: evidence about the model takes precedence over the agent's. */
const ofModel = /^(?:thinking\.(?:supported|effort|budget)$|model\.)/

/** Capabilities of the agent alone: an agent can put a file's text into the prompt of any model. */
const ofAgent: ReadonlySet<string> = new Set(['prompt.file'])

/** Capabilities of the surface that serves the agent, which already accounts for the agent's own. */
const ofSurface =
  /^(?:transport\.[\w-]+|state\.(?:snapshots|deltas)|identity\.type|interaction\.(?:human-in-the-loop|interrupts|approve-with-edits|steer)|tools\.client-provided)$/

/** The party that a piece of evidence is about. */
export function partyOf({ source, party }: Evidence): Party {
  return party ?? (source === 'model' ? 'model' : 'agent')
}

/** Whether the model alone decides. */
export function isOwnedByModel(id: string): boolean {
  return ofModel.test(id)
}

/** Whether the model does not count. */
export function isOwnedByAgent(id: string): boolean {
  return ofAgent.has(id)
}

/** Whether only the surface decides, if there is one. */
export function isOwnedBySurface(id: string): boolean {
  return ofSurface.test(id)
}
