import { randomBytes } from 'node:crypto'
import { isRecord } from '../../core/is-record.ts'
import { isSecretName } from '../../core/secret-name.ts'

/** A key that the agent knows only by a placeholder. */
export interface HiddenKey {
  readonly placeholder: string
  /** The variables that hold it. */
  readonly variables: readonly string[]
  readonly key: () => string | Promise<string>
}

/** Agents look at the beginning of some keys. Of other keys, a placeholder repeats nothing. */
const prefix =
  /^(?:sk-(?:ant-api\d\d-|ant-|proj-|svcacct-|admin-|or-v\d-)?|gh[opsu]_|github_pat_|xai-|gsk_|pplx-|AIza|hf_)/
/** Signs requests with it, so the agent needs the value. */
const signing = /^AWS_/
/** The agent reads the claims of a token. */
const readable = /^eyJ/
/** A reference to a variable or a command, not a key. */
const reference = /^(?:[!$]|\{(?:env|file):)/
const keyField = /api[-_]?key$/i
/** Fields that hold keys only in an entry of one of these types. */
const keyTypes: ReadonlySet<unknown> = new Set(['api', 'api_key', 'api-key', 'apikey'])

/** Replaces API keys with placeholders, the same for the same key. */
export class HiddenKeys {
  readonly #placeholders = new Map<string, string>()
  readonly #variables = new Map<string, string[]>()
  readonly #commands: HiddenKey[] = []
  readonly #isOn: boolean

  /** @param isOn without it, everything stays as it is */
  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  get all(): HiddenKey[] {
    const fixed = Array.from(this.#placeholders, ([value, placeholder]) => ({
      placeholder,
      variables: this.#variables.get(value) ?? [],
      key: () => value,
    }))
    return [...fixed, ...this.#commands]
  }

  /** A placeholder for a key that is computed for each request; undefined if keys are not hidden. */
  computed(key: () => Promise<string>): string | undefined {
    if (!this.#isOn) return undefined
    const placeholder = placeholderFor('')
    this.#commands.push({ placeholder, variables: [], key })
    return placeholder
  }

  /** The variables with placeholders for secrets. */
  inVariables(environment: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        this.#isKey(name, value) ? this.#hideVariable(name, value) : value,
      ]),
    )
  }

  /** A value of a settings file with placeholders for API keys. */
  inSettings<Value>(value: Value): Value {
    return this.#isOn ? (this.#without(value) as Value) : value
  }

  /** A text with the keys in place of their placeholders. */
  restored(text: string): string {
    let all = text
    for (const [value, placeholder] of this.#placeholders) all = all.replaceAll(placeholder, () => value)
    return all
  }

  #isKey(name: string, value: string): boolean {
    if (!this.#isOn || value === '' || !isSecretName(name) || signing.test(name)) return false
    return !value.startsWith('/') && !readable.test(value)
  }

  #without(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#without(one))
    if (!isRecord(value)) return value
    const isTyped = keyTypes.has(value['type'])
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isKey = typeof inner === 'string' && (keyField.test(name) || (isTyped && name === 'key'))
        return [name, isKey ? this.#hideField(inner) : this.#without(inner)]
      }),
    )
  }

  #hideVariable(name: string, value: string): string {
    this.#variables.set(value, [...(this.#variables.get(value) ?? []), name])
    return this.#hide(value)
  }

  #hideField(value: string): string {
    return value === '' || reference.test(value) ? value : this.#hide(value)
  }

  #hide(value: string): string {
    const placeholder = this.#placeholders.get(value) ?? placeholderFor(value)
    this.#placeholders.set(value, placeholder)
    return placeholder
  }
}

function placeholderFor(value: string): string {
  return `${prefix.exec(value)?.[0] ?? ''}capstan-${randomBytes(18).toString('hex')}`
}
