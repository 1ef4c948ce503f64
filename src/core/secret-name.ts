/** For names in lower case: the flag `i` would have V8 read Unicode tables before every agent is started. */
const secretName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|[_-])(api[_-]?key|access[_-]?key|private[_-]?key|(auth|access|refresh|bearer|id|session|oauth)[_-]?token|client[_-]?secret|secret|password|passphrase|credentials?)$|[_-](key|token)$/
const camelCaseName = /(?<=[a-z0-9])(?=[A-Z])/g
/** Every name of a secret has one of these: few variables need the patterns, which V8 compiles on their second use. */
const parts = ['key', 'token', 'secret', 'passw', 'passphrase', 'credential', 'authorization', 'cookie']

/** Whether a field, a header or a variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  if (!parts.some((part) => lower.includes(part))) return false
  return secretName.test(name.replaceAll(camelCaseName, '_').toLowerCase())
}
