import type { Evidence, Party } from './evidence.ts'

/** Capabilities of the model itself: what is known of the model beats what is known of the agent. */
const ofModel = /^(?:thinking\.(?:supported|effort|budget)$|model\.)/

/** Capabilities of the agent alone: an agent puts the text of a file into the prompt, whatever files its model takes. */
const ofAgent: ReadonlySet<string> = new Set(['prompt.file'])

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
