import { omitted } from '../evidence.ts'
import { factIn } from '../facts.ts'
import { type Conversion, ProfileReader } from './profile-reader.ts'

/** Reads a profile for a shape that requires values: it records what was assumed where nothing is known. */
export class TotalProfileReader extends ProfileReader {
  readonly #assumed = new Set<string>()

  /** Like `flag`, but undefined for an unsupported fact that was only omitted: for shapes where omission means no. */
  closedFlag(id: string): boolean | undefined {
    const flag = this.flag(id)
    return flag === false && factIn(this.profile, id).evidence[0]?.detail === omitted ? undefined : flag
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
    const supports = others.map((other) => factIn(this.profile, other).support)
    if (flag || supports.includes('supported')) return true
    return (
      flag ??
      (others.length > 0 && supports.every((support) => support === 'unsupported') ? false : undefined)
    )
  }

  override finish<Declaration>(declaration: Declaration): Conversion<Declaration> {
    return { ...super.finish(declaration), assumed: [...this.#assumed] }
  }
}
