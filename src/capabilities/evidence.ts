/** Whether a subject can do a thing. `unknown` is not `unsupported`: nobody has said or seen either. */
export type Support = 'supported' | 'unsupported' | 'unknown'

/** Who says so, strongest first. */
export const evidenceSources = ['override', 'observed', 'advertised', 'model', 'declared'] as const

/**
 * - `override`: the user said so
 * - `observed`: a run showed it
 * - `advertised`: the agent said so in a handshake
 * - `model`: data about the model
 * - `declared`: a catalogue or a written declaration
 */
export type EvidenceSource = (typeof evidenceSources)[number]

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
  /** The document, handshake or run it was read from. */
  readonly origin?: string
  /** Anything a reader needs to weigh it; `omitted` where a protocol's silence means no. */
  readonly detail?: string
}

/** Detail of evidence that rests on a field being left out, where that protocol reads silence as no. */
export const omitted = 'omitted'

/** Detail of evidence that holds for every subject that speaks the protocol at all. */
export const baseline = 'protocol baseline'
