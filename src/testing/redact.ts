import { isSecretName } from '../core/secret-name.ts'

/** The secrets to remove from a recording. */
export interface RedactOptions {
  /** Variables with secret values, besides those with secret names. */
  secretVariables?: readonly string[]
  /** The environment with their values (default: the process's). */
  environment?: Readonly<Record<string, string | undefined>>
}

const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi
/** Shorter values also occur in ordinary text. */
const shortestSecret = 6

/** Returns a function that copies a message and replaces secrets by `[redacted]`. */
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
