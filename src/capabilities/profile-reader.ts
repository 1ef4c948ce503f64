import { omitted, type Support } from './evidence.ts'
import { type CapabilityFact, type CapabilityProfile, factOf } from './profile.ts'
import type { CapabilityValues } from './values.ts'

/** A known fact that a declaration's shape has no place for, or only a part of one. */
export interface NotCarried {
  readonly id: string
  readonly support: Support
  readonly value?: unknown
  readonly reason: string
}

/** A declaration made from a profile, and how far it can be trusted. */
export interface Conversion<Declaration> {
  readonly declaration: Declaration
  /** What is known and could not be said in this shape. */
  readonly notCarried: readonly NotCarried[]
  /** Ids that are unknown and were written as the careful value, because the shape has no way to leave them out. */
  readonly assumed: readonly string[]
}

const noPlace = 'this shape has no field for it'

/** Reads a profile for one target shape and keeps account of what was never asked for. */
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

  /** True, false, or undefined when it is not known. */
  flag(id: string): boolean | undefined {
    this.#supportRead.add(id)
    const { support } = factOf(this.profile, id)
    return support === 'unknown' ? undefined : support === 'supported'
  }

  /** As `flag`, but also undefined where a no only rests on silence: for shapes that read silence as no. */
  closedFlag(id: string): boolean | undefined {
    const flag = this.flag(id)
    return flag === false && factOf(this.profile, id).evidence[0]?.detail === omitted ? undefined : flag
  }

  /** For shapes that must say yes or no: an unknown becomes no and is accounted for. */
  totalFlag(id: string, others: readonly string[] = []): boolean {
    return this.total(id, this.anyFlag(id, others), false)
  }

  /** What is known, or the careful value, which is then accounted for. */
  total<Known>(id: string, known: Known | undefined, careful: Known): Known {
    if (known === undefined) this.#assumed.add(id)
    return known ?? careful
  }

  /**
   * Reads one id that others can stand in for: true when any of them is supported, false when it is known
   * not to be or none of the others is. The others count as unread, for they are more than this shape says.
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

  /** Fields kept under a namespaced id because no canonical one fits. */
  leftovers(id: string): Record<string, unknown> {
    return (this.value(id) as Record<string, unknown> | undefined) ?? {}
  }

  /** Says that a fact was read but the shape cannot hold it, or all of it. */
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

  /** Why a fact, or a part of it, is not in the declaration; undefined when all of it is. */
  #unreadPart({ id, support, value }: CapabilityFact): string | undefined {
    const supportRead = this.#supportRead.has(id)
    const valueRead = this.#valueRead.has(id)
    if (value !== undefined && !valueRead) return supportRead ? 'only yes or no can be said here' : noPlace
    if (support !== 'unknown' && !supportRead && value === undefined) {
      return valueRead ? 'only its value can be said here, and it is not known' : noPlace
    }
    return undefined
  }
}
