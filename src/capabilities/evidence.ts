/** Whether a subject can do a thing. `unknown` is not `unsupported`: there is no evidence for either. */
export type Support = 'supported' | 'unsupported' | 'unknown'

/** Where a statement comes from, strongest first. */
export const evidenceSources = ['override', 'observed', 'advertised', 'model', 'declared'] as const

/**
 * - `override`: the user said so
 * - `observed`: a run showed it
 * - `advertised`: the agent said so in a handshake
 * - `model`: data about the model
 * - `declared`: a catalogue or a written declaration
 */
export type EvidenceSource = (typeof evidenceSources)[number]

/** How an agent is driven: over ACP, or by its own command line. */
export type Transport = 'acp' | 'cli'

/** Where a statement holds. A statement does not count for a call outside its scope. */
export interface EvidenceScope {
  readonly transport?: Transport
  /** The version of ACP. */
  readonly protocolVersion?: 1 | 2
  /** The agent's versions: `from` is included, `before` is not. */
  readonly agentVersions?: { readonly from?: string; readonly before?: string }
}

/**
 * Who has to carry a call: it works only when all of them can.
 * - `agent`: the agent, on the transport of the call
 * - `model`: the selected model
 * - `surface`: what serves the agent, such as the gateway
 */
export type Party = 'agent' | 'model' | 'surface'

/** One statement about one capability, and where it comes from. */
export interface Evidence {
  readonly source: EvidenceSource
  /** What this statement says; the fact's own support is decided over all its evidence. */
  readonly support: Support
  /** JSON data that goes with the statement: levels, limits, lists. */
  readonly value?: unknown
  /** ISO 8601 date or time at which it was said or seen. */
  readonly at?: string
  /** The agent's version it was said or seen of. */
  readonly agentVersion?: string
  /** The model it is about, if it is about one and not the whole agent. */
  readonly model?: string
  /** Where it holds; everywhere if left out. */
  readonly scope?: EvidenceScope
  /** Whom it speaks for: the model where its source is model data, else the agent, if left out. */
  readonly party?: Party
  /** The document, handshake or run it was read from. */
  readonly origin?: string
  /** Anything a reader needs to weigh it; `omitted` where a protocol's silence means no. */
  readonly detail?: string
}

/** Detail of evidence that rests on a field being left out, where that protocol reads silence as no. */
export const omitted = 'omitted'

/** Detail of evidence that holds for every subject that speaks the protocol at all. */
export const baseline = 'protocol baseline'
