import type {
  AgentCapabilitiesV1,
  AgentCapabilitiesV2,
  IAgentCapabilities,
  InitializeAnswerV1,
  InitializeAnswerV2,
} from './types.ts'

/** Any shape of an ACP agent's capabilities. */
export type AcpDeclaration =
  | IAgentCapabilities
  | InitializeAnswerV1
  | InitializeAnswerV2
  | AgentCapabilitiesV1
  | AgentCapabilitiesV2

/** A declaration and its shape. */
export type RecognisedDeclaration =
  | { form: 'normalised'; declaration: IAgentCapabilities }
  | { form: 'v1'; declaration: InitializeAnswerV1 }
  | { form: 'v2'; declaration: InitializeAnswerV2 }

/**
 * Recognizes the shape by its fields, not by `protocolVersion`:
 * some agents echo the requested version and respond with a version 1 body.
 */
export function recognise(declaration: AcpDeclaration): RecognisedDeclaration {
  const has = (...names: string[]): boolean => names.some((name) => Object.hasOwn(declaration, name))
  if (has('agentCapabilities', 'agentInfo'))
    return { form: 'v1', declaration: declaration as InitializeAnswerV1 }
  if (has('capabilities', 'info')) return { form: 'v2', declaration: declaration as InitializeAnswerV2 }
  if (has('mcp', 'prompt')) return { form: 'normalised', declaration: declaration as IAgentCapabilities }
  if (has('session')) return { form: 'v2', declaration: { capabilities: declaration as AgentCapabilitiesV2 } }
  if (has('protocolVersion', 'authMethods'))
    return { form: 'v1', declaration: declaration as InitializeAnswerV1 }
  return { form: 'v1', declaration: { agentCapabilities: declaration as AgentCapabilitiesV1 } }
}
