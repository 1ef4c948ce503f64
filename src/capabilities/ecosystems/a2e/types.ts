/** The capabilities a host can be asked for, by their published names. */
export const a2eCapabilities = [
  'skill',
  'tools',
  'toolkits',
  'env',
  'proc',
  'memory',
  'learning',
  'chains',
  'mcp',
  'multi_agent',
] as const

export type A2ECapability = (typeof a2eCapabilities)[number]

/** The names that may stand in a host’s answer: any other makes the reference client drop the whole answer. */
export const a2eAnswerNames: ReadonlySet<string> = new Set([...a2eCapabilities, 'planning', 'test'])

/** One negotiated capability: what the host makes of a wish. */
export interface Capability {
  capability: A2ECapability | (string & {})
  enabled: boolean
  /** The plugin's name, type, priority and exclusiveness; the reason when it is not enabled. */
  metadata: Record<string, unknown>
}

/** The part of a handshake answer that tells what the host offers. */
export interface NegotiatedCapabilities {
  accepted_caps: Capability[]
  max_parallel?: number
}
