import { fromProfile } from '../capabilities/ecosystems/acp/declaration.ts'
import { toProfile } from '../capabilities/ecosystems/acp/profile.ts'
import { type AcpDeclaration, recognise } from '../capabilities/ecosystems/acp/recognise.ts'
import type { IAgentCapabilities } from '../capabilities/ecosystems/acp/types.ts'
import { at } from '../capabilities/conversion/field-table.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { version } from '../core/version.ts'

/** The client requests that Capstan answers; only these are advertised. */
export interface ClientFeatures {
  readTextFile: boolean
  writeTextFile: boolean
  terminals: boolean
  elicitation: boolean
}

/**
 * The result of the handshake. Profile and capabilities are computed on first use. Everything it returns is frozen,
 * because the gates rely on it.
 */
export class Handshake {
  readonly agent: string
  /** The protocol version of the response's shape, whatever number the agent reported. */
  readonly protocolVersion: 1 | 2
  /** The agent's answer to `initialize`, unchanged. */
  readonly answer: Readonly<Record<string, unknown>>
  #profile: CapabilityProfile | undefined
  #capabilities: IAgentCapabilities | undefined

  /** @throws CapstanError `PROTOCOL_ERROR` for a response of another protocol. */
  constructor(agent: string, answer: unknown) {
    this.agent = agent
    const declaration = requireAnswer(agent, answer)
    this.answer = shared(declaration)
    this.protocolVersion = recognise(declaration).form === 'v2' ? 2 : 1
    Object.freeze(this)
  }

  /** The agent's name, as reported. */
  get name(): string | undefined {
    return textOf(this.#info['name'])
  }

  get version(): string | undefined {
    return textOf(this.#info['version'])
  }

  get authMethods(): readonly AuthMethod[] {
    return frozenCopy(authMethodsOf(this.answer['authMethods']))
  }

  /** The advertised capabilities, as facts with evidence. */
  get profile(): CapabilityProfile {
    const { version: agentVersion } = this
    this.#profile ??= toProfile(this.answer, {
      subject: {
        kind: 'agent',
        id: this.agent,
        ...(agentVersion === undefined ? {} : { version: agentVersion }),
      },
    })
    return this.#profile
  }

  /** The same in the normalized shape, in which every field is true or false. */
  get capabilities(): IAgentCapabilities {
    this.#capabilities ??= frozenCopy(fromProfile(this.profile).declaration)
    return this.#capabilities
  }

  /** Whether a system prompt may replace the agent's own; every agent that accepts one can append it. */
  get overridesSystemPrompt(): boolean {
    const mode = 'sessionCapabilities.systemPrompt.mode.override'
    const advertised = at(this.answer, `agentCapabilities.${mode}`)
    return (advertised ?? at(this.answer, 'capabilities.session.systemPrompt.mode.override') ?? null) !== null
  }

  get #info(): Readonly<Record<string, unknown>> {
    return (this.answer['agentInfo'] ?? this.answer['info'] ?? {}) as Record<string, unknown>
  }
}

/** The last answer, while still in use. */
let lastAnswer: WeakRef<AcpDeclaration & Record<string, unknown>> | undefined

/** Shares one answer between the sessions of an agent, to save memory. */
function shared(answer: AcpDeclaration & Record<string, unknown>): AcpDeclaration & Record<string, unknown> {
  const last = lastAnswer?.deref()
  if (last !== undefined && JSON.stringify(last) === JSON.stringify(answer)) return last
  const copy = frozenCopy(answer)
  lastAnswer = new WeakRef(copy)
  return copy
}

/** A login method of the agent. */
export interface AuthMethod {
  readonly id: string
  readonly name: string
  readonly description?: string
}

/** One request for agents of both versions: each reads its own fields and ignores the others. */
export function initializeParams(
  features: ClientFeatures,
  protocolVersion: 1 | 2 = 2,
): Record<string, unknown> {
  const info = { name: 'capstan', title: 'Capstan', version }
  const elicitation = features.elicitation ? { elicitation: { form: {}, url: {} } } : {}
  return {
    protocolVersion,
    info,
    capabilities: elicitation,
    clientInfo: info,
    clientCapabilities: {
      fs: { readTextFile: features.readTextFile, writeTextFile: features.writeTextFile },
      terminal: features.terminals,
      session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
      plan: {},
      subagents: {},
      ...elicitation,
    },
  }
}

function requireAnswer(agent: string, answer: unknown): AcpDeclaration & Record<string, unknown> {
  const number =
    typeof answer === 'object' && answer !== null && 'protocolVersion' in answer
      ? answer.protocolVersion
      : undefined
  if (typeof number === 'number' && number >= 1) return answer as AcpDeclaration & Record<string, unknown>
  throw new CapstanError('PROTOCOL_ERROR', `${agent} answered initialize without a protocol version`, {
    hint: 'Check that the program speaks ACP on its stdin and stdout.',
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function authMethodsOf(offers: unknown): AuthMethod[] {
  if (!Array.isArray(offers)) return []
  return offers.flatMap((offer: unknown) => {
    const { id, methodId, name, description } = (offer ?? {}) as Record<string, unknown>
    const method = id ?? methodId
    if (typeof method !== 'string') return []
    return [
      {
        id: method,
        name: typeof name === 'string' ? name : method,
        ...(typeof description === 'string' ? { description } : {}),
      },
    ]
  })
}
