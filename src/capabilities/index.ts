export { CapabilityError, type CapabilityErrorDetails, capabilityErrorFor } from './capability-error.ts'
export { CapabilityNotSupportedError } from './capability-not-supported-error.ts'
export type { DeclarationContext } from './conversion/claim-sheet.ts'
export type {
  AgentChoice,
  Candidate,
  Choice,
  ChoiceLimits,
  CoolDown,
  DecidedNeed,
  Loser,
  LossReason,
  Price,
  RankedCandidate,
  RankRule,
  Rejection,
} from './choice/choice.ts'
export { choiceText } from './choice/choice-text.ts'
export { choose, type ChooseOptions } from './choice/choose.ts'
export { type Need, readNeed } from './choice/need.ts'
export { compare, type ComparedRequirement, type Comparison, type Verdict } from './compare.ts'
export { dictionary, type DictionaryEntry, dictionaryEntry } from './dictionary.ts'
export {
  type Evidence,
  type EvidenceScope,
  type EvidenceSource,
  evidenceSources,
  type Party,
  type Support,
  type Transport,
} from './evidence.ts'
export { explain, type Explanation, explanationText, type WeighedEvidence } from './explain.ts'
export {
  type CapabilityFact,
  type CapabilityProfile,
  type Claim,
  createProfile,
  factOf,
  mergeProfiles,
  type ProfileSubject,
  supportOf,
  valueOf,
} from './profile.ts'
export type { Conversion, NotCarried } from './conversion/profile-reader.ts'
export {
  type CapabilityRequest,
  type RequiredValue,
  type Requirement,
  requirementsFor,
} from './requirements.ts'
export { type Standing, standingOf } from './standing.ts'
export type { CapabilityValues } from './values.ts'
