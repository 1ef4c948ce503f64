/** The published names of host capabilities. */
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

/** The names allowed in a host’s response: the reference client drops a response with any other name. */
export const a2eAnswerNames: ReadonlySet<string> = new Set([...a2eCapabilities, 'planning', 'test'])

/** One negotiated capability: the host's response to a request. */
export interface Capability {
  capability: A2ECapability | (string & {})
  enabled: boolean
  /** The plugin's name, type, priority and exclusiveness; the reason when it is not enabled. */
  metadata: Record<string, unknown>
}

/** The part of a handshake response that lists the host's capabilities. */
export interface NegotiatedCapabilities {
  accepted_caps: Capability[]
  max_parallel?: number
}
