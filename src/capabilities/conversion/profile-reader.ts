import { CapstanError } from '../../core/capstan-error.ts'
import type { Support } from '../evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factIn } from '../facts.ts'
import type { CapabilityValues } from '../values.ts'

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

  /** @throws CapstanError `VALIDATION_ERROR` if it is no profile. */
  constructor(profile: CapabilityProfile) {
    if (!profile?.facts) {
      throw new CapstanError('VALIDATION_ERROR', 'profile is not a result of toProfile')
    }
    this.profile = profile
  }

  fact(id: string): CapabilityFact {
    this.#supportRead.add(id)
    this.#valueRead.add(id)
    return factIn(this.profile, id)
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
    const { support } = factIn(this.profile, id)
    return support === 'unknown' ? undefined : support === 'supported'
  }

  value<Id extends keyof CapabilityValues>(id: Id): CapabilityValues[Id] | undefined
  value(id: string): unknown
  value(id: string): unknown {
    this.#valueRead.add(id)
    return factIn(this.profile, id).value
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
    return { declaration, notCarried, assumed: [] }
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
