import type { Definitions, Form, JsonSchema } from './json-schema.ts'
import { detail, type RowDetail, type Shape, type Variant } from './shape.ts'

/** Compares a table with the published schema of its protocol and records the differences. */
export class Coverage {
  readonly problems = new Set<string>()
  readonly #definitions: Definitions
  readonly #followed = new Set<Shape>()
  readonly #rows = new Map<Variant, Set<string>>()
  readonly #words = new Map<readonly string[], Set<string>>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  follow(schema: JsonSchema, shape: Shape): void {
    this.#followed.add(shape)
    for (const form of this.#definitions.forms(schema).flatMap((each) => this.#unfold(each, shape))) {
      const variants = fitting(form, shape)
      if (variants.length === 0) this.problems.add(`${label(form, shape)} has no variant`)
      for (const variant of variants) this.#compare(form, variant, shape)
    }
  }

  /** The entries of the table that the schema does not have. */
  stale(): string[] {
    const rows = [...this.#followed].flatMap((shape) =>
      shape.variants.flatMap((variant, index) => {
        const used = this.#rows.get(variant)
        if (!used) return variant.whole === undefined ? [`${shape.name} variant ${index}`] : []
        const unused = Object.keys(variant.rows).filter((path) => !used.has(path))
        return unused.map((path) => `${shape.name} variant ${index}: ${path}`)
      }),
    )
    const words = [...this.#words].flatMap(([listed, seen]) => listed.filter((word) => !seen.has(word)))
    return [...rows, ...words]
  }

  #compare(form: Form, variant: Variant, shape: Shape): void {
    const used = this.#rows.get(variant) ?? new Set()
    this.#rows.set(variant, used)
    if (variant.whole !== undefined) return
    if (form.open && !variant.rest) this.problems.add(`${label(form, shape)} has no place for other fields`)
    // An open form has vendor data too, although the schema does not list the field.
    if (variant.rest) used.add('_meta')
    const paths = Object.keys(variant.rows)
    for (const [path, field] of form.fields) {
      const isGiven = variant.when?.[path] !== undefined
      const isUnfolded = paths.some((each) => each.startsWith(`${path}.`))
      if (isGiven || isUnfolded) continue
      const row = paths.find((each) => path === each || path.startsWith(`${each}.`))
      if (row === undefined) this.problems.add(`${label(form, shape)} has no row for ${path}`)
      else used.add(row)
      if (row !== path) continue
      const name = `${shape.name}.${path}`
      this.#null(form, field, { name, row: detail(variant.rows[row] ?? row) })
      this.#field(field, detail(variant.rows[row] ?? row), name)
    }
  }

  /** Compares the meaning of `null` in the table and in the schema. */
  #null(form: Form, field: JsonSchema, { name, row }: { name: string; row: RowDetail }): void {
    if (row.verbatim) return
    const isNullable = this.#definitions.isNullable(field)
    if (row.clears && !isNullable) this.problems.add(`${name} is never null`)
    const clears = nullClears(field) ?? (isNullable && form.isPatch ? true : undefined)
    if (clears !== undefined && clears !== (row.clears ?? false)) {
      this.problems.add(`${name} takes null another way`)
    }
  }

  #field(field: JsonSchema, row: RowDetail, name: string): void {
    if (row.verbatim) return
    if (row.as) {
      this.follow(field, row.as)
      return
    }
    this.#checkWords(this.#definitions.words(field), row.words, name)
    if (this.#definitions.forms(field).some((form) => form.fields.size > 0)) {
      this.problems.add(`${name} has fields without rows`)
    }
  }

  #checkWords(words: string[], listed: readonly string[] | undefined, name: string): void {
    const missing = words.filter((word) => listed?.includes(word) !== true)
    if (missing.length > 0) this.problems.add(`${name} does not list ${missing.join(', ')}`)
    if (listed) this.#words.set(listed, new Set([...(this.#words.get(listed) ?? []), ...words]))
  }

  /** Moves the fields of a nested object up one level if the table names them by a dotted path. */
  #unfold(form: Form, { variants }: Shape): Form[] {
    const paths = variants.flatMap(({ rows }) => Object.keys(rows))
    const outer = [...form.fields].find(([name]) => paths.some((path) => path.startsWith(`${name}.`)))
    if (!outer) return [form]
    return this.#definitions.forms(outer[1]).map((inner) => {
      const fields = new Map(form.fields)
      for (const [name, field] of inner.fields) fields.set(`${outer[0]}.${name}`, field)
      return { ...form, fields }
    })
  }
}

/** The variants that can match a form, in order, up to the first without a condition on its values. */
function fitting(form: Form, { variants }: Shape): Variant[] {
  const fits = variants.filter(
    ({ when = {}, has = [] }) =>
      Object.entries(when).every(([path, value]) => form.fields.get(path)?.const === value) &&
      has.every((path) => form.fields.has(path)),
  )
  const last = fits.findIndex(({ has }) => has === undefined)
  return last === -1 ? fits : fits.slice(0, last + 1)
}

function label(form: Form, shape: Shape): string {
  const constants = [...form.fields].flatMap(([name, field]) =>
    typeof field.const === 'string' ? `${name}=${field.const}` : [],
  )
  return `${shape.name}(${constants.join(', ')})`
}

/** Whether the schema says that `null` clears the field; `undefined` if the schema does not say. */
function nullClears({ description = '' }: JsonSchema): boolean | undefined {
  const text = description.replaceAll(/\s+/g, ' ')
  if (/`null`( or `\[\]`)? (clears|unsets|resets|removes)|Set to null to clear/.test(text)) return true
  if (/`null` (are equivalent|both mean|means?)|sending `null` both mean/.test(text)) return false
  return undefined
}
