import { resolveStatements } from '../answer.ts'
import { defined } from '../defined.ts'
import { baseline, type Evidence } from '../evidence.ts'
import { assembleProfile, type CapabilityProfile, type Claim, type ProfileSubject } from '../facts.ts'

/** The origin of a declaration. */
export interface DeclarationContext {
  /** The subject (default: from the declaration). */
  subject?: Partial<ProfileSubject>
  /** ISO 8601 time at which it was made. */
  at?: string
  /** Data about a model is read by `modelToProfile`. */
  source?: Exclude<Evidence['source'], 'model'>
}

type Base = Pick<Evidence, 'source' | 'origin' | 'at' | 'agentVersion' | 'model'>

/** Collects the claims of one declaration. The ecosystems only map fields to ids. */
export class ClaimSheet {
  readonly #base: Base
  readonly #claims: Claim[] = []

  constructor(base: Base) {
    this.#base = { source: base.source, ...defined(base) }
  }

  /** Adds the claim of a field, with its value. A missing field adds no claim. */
  state(id: string, { flag, value, detail }: { flag?: boolean; value?: unknown; detail?: string }): void {
    if (flag === undefined && value === undefined) return
    const support = flag === undefined ? 'unknown' : flag ? 'supported' : 'unsupported'
    this.#claims.push({ id, evidence: { ...this.#base, support, ...defined({ value, detail }) } })
  }

  /** Adds a claim that the protocol itself guarantees. */
  promise(ids: readonly string[]): void {
    for (const id of ids) this.state(id, { flag: true, detail: baseline })
  }

  /** Keeps the fields of `object` without an id. */
  leftovers(id: string, object: object | undefined, named: readonly string[]): void {
    const rest = Object.entries(object ?? {}).filter(
      ([key, value]) => value !== undefined && !named.includes(key),
    )
    if (rest.length > 0) this.state(id, { flag: true, value: Object.fromEntries(rest) })
  }

  get claims(): readonly Claim[] {
    return this.#claims
  }

  /** The profile of this declaration alone. Claims about a model need `createProfile`, which knows the parties. */
  toProfile(subject: ProfileSubject): CapabilityProfile {
    return assembleProfile(subject, this.#claims, (_id, evidence) => resolveStatements(evidence))
  }
}
