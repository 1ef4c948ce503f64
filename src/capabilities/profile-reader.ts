import { omitted, type Support } from './evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import type { CapabilityValues } from './values.ts'

/** A known fact that the target shape cannot hold, or only in part. */
export interface NotCarried {
  readonly id: string
  readonly support: Support
  readonly value?: unknown
  readonly reason: string
}

/** A declaration written from a profile, with its losses and assumptions. */
export interface Conversion<Declaration> {
  readonly declaration: Declaration
  /** Known facts that this shape cannot hold. */
  readonly notCarried: readonly NotCarried[]
  /** Unknown ids that were written as the conservative value, because the shape requires one. */
  readonly assumed: readonly string[]
}

const noPlace = 'this shape has no field for this capability'

/** Reads a profile for one target shape and records the facts that were never read. */
export class ProfileReader {
  readonly profile: CapabilityProfile
  readonly #supportRead = new Set<string>()
  readonly #valueRead = new Set<string>()
  readonly #lost = new Map<string, string>()
  readonly #assumed = new Set<string>()

  constructor(profile: CapabilityProfile) {
    this.profile = profile
  }

  fact(id: string): CapabilityFact {
    this.#supportRead.add(id)
    this.#valueRead.add(id)
    return factOf(this.profile, id)
  }

  /** The facts whose id starts with `prefix`, with the rest of their id. */
  family(prefix: string): [name: string, fact: CapabilityFact][] {
    return Object.keys(this.profile.facts)
      .filter((id) => id.startsWith(prefix))
      .map((id) => [id.slice(prefix.length), this.fact(id)])
  }

  /** True, false, or undefined if unknown. */
  flag(id: string): boolean | undefined {
    this.#supportRead.add(id)
    const { support } = factOf(this.profile, id)
    return support === 'unknown' ? undefined : support === 'supported'
  }

  /** Like `flag`, but undefined for an unsupported fact that was only omitted: for shapes where omission means no. */
  closedFlag(id: string): boolean | undefined {
    const flag = this.flag(id)
    return flag === false && factOf(this.profile, id).evidence[0]?.detail === omitted ? undefined : flag
  }

  /** For shapes that require a boolean: unknown becomes false and is recorded as assumed. */
  totalFlag(id: string, others: readonly string[] = []): boolean {
    return this.total(id, this.anyFlag(id, others), false)
  }

  /** The known value, or the conservative value, which is recorded as assumed. */
  total<Known>(id: string, known: Known | undefined, careful: Known): Known {
    if (known === undefined) this.#assumed.add(id)
    return known ?? careful
  }

  /**
   * Reads an id that others can replace: true if any of them is supported, false if the id or all others are known to be
   * unsupported. The others count as unread, because this shape does not express them.
   */
  anyFlag(id: string, others: readonly string[]): boolean | undefined {
    const flag = this.flag(id)
    const supports = others.map((other) => factOf(this.profile, other).support)
    if (flag || supports.includes('supported')) return true
    return (
      flag ??
      (others.length > 0 && supports.every((support) => support === 'unsupported') ? false : undefined)
    )
  }

  value<Id extends keyof CapabilityValues>(id: Id): CapabilityValues[Id] | undefined
  value(id: string): unknown
  value(id: string): unknown {
    this.#valueRead.add(id)
    return factOf(this.profile, id).value
  }

  /** Fields stored under a namespaced id because no canonical id matches. */
  leftovers(id: string): Record<string, unknown> {
    return (this.value(id) as Record<string, unknown> | undefined) ?? {}
  }

  /** Records that the shape cannot hold a fact, or only in part. */
  lose(id: string, reason: string): void {
    this.#lost.set(id, reason)
  }

  finish<Declaration>(declaration: Declaration): Conversion<Declaration> {
    const notCarried: NotCarried[] = []
    for (const fact of Object.values(this.profile.facts)) {
      const reason = this.#lost.get(fact.id) ?? this.#unreadPart(fact)
      if (reason === undefined) continue
      const { id, support, value } = fact
      notCarried.push({ id, support, ...(value === undefined ? {} : { value }), reason })
    }
    return { declaration, notCarried, assumed: [...this.#assumed] }
  }

  /** The reason why a fact, or a part of it, is missing from the declaration; undefined if it is complete. */
  #unreadPart({ id, support, value }: CapabilityFact): string | undefined {
    const supportRead = this.#supportRead.has(id)
    const valueRead = this.#valueRead.has(id)
    if (value !== undefined && !valueRead) return supportRead ? 'this shape can only say yes or no' : noPlace
    if (support !== 'unknown' && !supportRead && value === undefined) {
      return valueRead ? 'this shape can only hold a value, and none is known' : noPlace
    }
    return undefined
  }
}
