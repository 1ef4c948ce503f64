import type { Evidence, Party } from './evidence.ts'

/** Capabilities of the model itself: what is known of the model beats what is known of the agent. */
const ofModel = /^(?:thinking\.(?:supported|effort|budget)$|model\.)/

/** Capabilities of the agent alone: an agent puts the text of a file into the prompt, whatever files its model takes. */
const ofAgent: ReadonlySet<string> = new Set(['prompt.file'])

/** Capabilities of what serves the agent: it has worked out already what the agent lets it do. */
const ofSurface =
  /^(?:transport\.[\w-]+|state\.(?:snapshots|deltas)|identity\.type|interaction\.(?:human-in-the-loop|interrupts|approve-with-edits)|tools\.client-provided)$/

/** Whom a piece of evidence speaks for. */
export function partyOf({ source, party }: Evidence): Party {
  return party ?? (source === 'model' ? 'model' : 'agent')
}

/** Whether the model alone decides. */
export function isOwnedByModel(id: string): boolean {
  return ofModel.test(id)
}

/** Whether the model has no say. */
export function isOwnedByAgent(id: string): boolean {
  return ofAgent.has(id)
}

/** Whether what serves the agent alone decides, where something does. */
export function isOwnedBySurface(id: string): boolean {
  return ofSurface.test(id)
}
