import type { EvidenceSource } from '../evidence.ts'
import type { CapabilityProfile } from '../profile.ts'
import type { Requirement } from '../requirements.ts'

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  /** Undefined if unknown. */
  readonly output?: number
}

/** An agent, and the model to use with it. */
export interface AgentChoice {
  readonly agent: string
  /** The agent's default model if not set. */
  readonly model?: string
}

/** An agent or an agent with a model to choose from. Without a field, its content is unknown. */
export interface Candidate extends AgentChoice {
  readonly profile: CapabilityProfile
  readonly installed?: boolean
  /** `yes`: no login is needed, or a variable or file that may hold one exists. `no`: none of the known ones exists. */
  readonly login?: 'yes' | 'no' | 'unknown'
  /** The agent calls no model. Simulated agents are candidates only if all candidates are simulated. */
  readonly simulated?: boolean
  /** The candidate has a model that is not the agent's default. */
  readonly isOtherModel?: boolean
  /** The provider refused the account, and may do so until this time. */
  readonly coolDown?: CoolDown
}

/** A pause after a refusal of the provider. */
export interface CoolDown {
  /** ISO 8601. */
  readonly until: string
  /** Whether the provider named the time; otherwise it is one minute after the refusal. */
  readonly isReported: boolean
  /** The kind of the refusal, such as `rate-limit`. */
  readonly reason: string
}

/** What a candidate must keep besides the needs. */
export interface ChoiceLimits {
  /** US dollars per million input tokens. An unknown price exceeds every limit. */
  readonly maxPrice?: number
  /** US dollars per million output tokens. */
  readonly maxOutputPrice?: number
  /** Only installed agents. */
  readonly installed?: boolean
  /** Only agents with a sign of a login, or that need none. */
  readonly loggedIn?: boolean
  /** Accepts capabilities without evidence. */
  readonly allowUnknown?: boolean
}

/** A need and the capability that decided it. */
export interface DecidedNeed {
  /** The need as it was written. */
  readonly need: string
  readonly verdict: 'met' | 'unsupported' | 'unknown'
  /** The capability; undefined if none is known by this name. */
  readonly requirement?: Requirement
  /** The source of the deciding evidence; undefined without evidence. */
  readonly source?: EvidenceSource
  /** The value of the capability. */
  readonly value?: unknown
}

/** Why a candidate was rejected. */
export type Rejection =
  | ({ readonly type: 'need' } & DecidedNeed)
  | { readonly type: 'price'; readonly limit: Partial<Price>; readonly price?: Price }
  | { readonly type: 'not-installed' }
  | { readonly type: 'not-logged-in'; readonly login: 'no' | 'unknown' }
  | { readonly type: 'simulated' }
  | ({ readonly type: 'cool-down' } & CoolDown)

/** The rules that rank the candidates that fit, in order of application; `cheapest` applies the prices first. */
export type RankRule =
  | 'installed'
  | 'login'
  | 'evidence'
  | 'default-model'
  | 'price'
  | 'output-price'
  | 'order'

/** Why a candidate did not win. */
export type LossReason =
  | Rejection
  /** The candidate fits; `rule` is the first rule by which the winner is better. */
  | { readonly type: 'outranked'; readonly rule: RankRule }

/** A candidate that fits. */
export interface RankedCandidate extends AgentChoice {
  /** Undefined if unknown. */
  readonly price?: Price
  readonly needs: readonly DecidedNeed[]
}

export interface Loser extends AgentChoice {
  readonly reasons: readonly LossReason[]
}

/** The result of a choice. Plain data. */
export interface Choice {
  /** The best candidate; undefined if none fits. */
  readonly winner?: RankedCandidate
  /** All candidates that fit, the best first. */
  readonly ranking: readonly RankedCandidate[]
  /** Every other candidate and the reasons, in the order of the candidates. */
  readonly losers: readonly Loser[]
}
