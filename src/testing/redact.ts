import { isSecretName } from '../core/secret-name.ts'

/** What is taken out of a recording. */
export interface RedactOptions {
  /** Variables whose values are secret, beside those whose names say so. */
  secretVariables?: readonly string[]
  /** Where their values are looked up; the process's own environment if not given. */
  environment?: Readonly<Record<string, string | undefined>>
}

const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi
/** What is shorter stands in ordinary text too. */
const shortestSecret = 6

/** A function that gives a copy of a message without secrets: `[redacted]` stands in their place. */
export function createRedactor(options: RedactOptions = {}): (value: unknown) => unknown {
  const { secretVariables = [], environment = process.env } = options
  const secrets = Object.entries(environment)
    .filter(([name]) => secretVariables.includes(name) || isSecretName(name))
    .flatMap(([name, value]) =>
      value !== undefined && value.length >= shortestSecret ? [{ name, value }] : [],
    )
    .toSorted((left, right) => right.value.length - left.value.length)

  const redactText = (text: string): string => {
    let clean = text.replaceAll(bearer, '$1 [redacted]')
    for (const { name, value } of secrets) clean = clean.replaceAll(value, `[redacted ${name}]`)
    return clean
  }
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value)
    if (Array.isArray(value)) return value.map(redact)
    if (typeof value !== 'object' || value === null) return value
    const named = value as { name?: unknown; value?: unknown }
    const isSecretPair = typeof named.name === 'string' && isSecretName(named.name)
    return Object.fromEntries(
      Object.entries(value).map(([name, field]: [string, unknown]) => {
        const isSecret = isSecretName(name) || (isSecretPair && name === 'value')
        return [redactText(name), isSecret && typeof field === 'string' ? '[redacted]' : redact(field)]
      }),
    )
  }
  return redact
}
