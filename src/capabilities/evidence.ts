/** The support of a capability. `unknown` is not `unsupported`: there is no evidence for either. */
export type Support = 'supported' | 'unsupported' | 'unknown'

/** Sources of evidence, strongest first. */
export const evidenceSources = ['override', 'observed', 'advertised', 'model', 'declared'] as const

/**
 * - `override`: the user said so
 * - `observed`: a run showed it
 * - `advertised`: the agent said so in a handshake
 * - `model`: data about the model
 * - `declared`: a catalog or a written declaration
 */
export type EvidenceSource = (typeof evidenceSources)[number]

/** How an agent is driven: over ACP, or by its own command line. */
export type Transport = 'acp' | 'cli'

/** Where a statement holds. A statement does not count for a call outside its scope. */
export interface EvidenceScope {
  readonly transport?: Transport
  /** The version of ACP. */
  readonly protocolVersion?: 1 | 2
  /** The agent's versions: `from` is included, `before` is not; `only` is one version, and no version that is unknown. */
  readonly agentVersions?: { readonly from?: string; readonly before?: string; readonly only?: string }
}

/** The scope of an experiment, which shows something about one transport only. */
export type ObservedScope = EvidenceScope & { readonly transport: Transport }

/**
 * The parties of a call, which must all support a capability.
 * - `agent`: the agent, on the transport of the call
 * - `model`: the selected model
 * - `surface`: the server in front of the agent, such as the gateway
 */
export type Party = 'agent' | 'model' | 'surface'

/** One statement about one capability, and where it comes from. */
export interface Evidence {
  readonly source: EvidenceSource
  /** The support according to this evidence; the fact's support is resolved from all evidence. */
  readonly support: Support
  /** JSON data that goes with the statement: levels, limits, lists. */
  readonly value?: unknown
  /** ISO 8601 date or time of the statement or observation. */
  readonly at?: string
  /** The version of the agent that the evidence is about. */
  readonly agentVersion?: string
  /** The model that the evidence is about, if it is not about the whole agent. */
  readonly model?: string
  /** Where the evidence applies (default: everywhere). */
  readonly scope?: EvidenceScope
  /** The party that the evidence is about (default: the model for model data, otherwise the agent). */
  readonly party?: Party
  /** The document, handshake or run behind the evidence. */
  readonly origin?: string
  /** Details for the reader; `omitted` where a protocol reads a missing field as no. */
  readonly detail?: string
}

/** Detail of evidence from a missing field, where the protocol reads it as no. */
export const omitted = 'omitted'

/** Detail of evidence that holds for every subject that speaks the protocol at all. */
export const baseline = 'protocol baseline'
