// A2E's capability negotiation: the enum's strings, and the object in an answer.

export type A2ECapability =
  | 'skill'
  | 'tools'
  | 'toolkits'
  | 'env'
  | 'proc'
  | 'memory'
  | 'learning'
  | 'chains'
  | 'mcp'
  | 'multi_agent'

export interface Capability {
  capability: A2ECapability
  enabled: boolean
  metadata: Record<string, unknown>
}
