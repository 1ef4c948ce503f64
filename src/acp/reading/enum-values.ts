import { text, type Reader } from './reading.ts'

/** Reads an enum value; known values get hyphens for underscores, unknown values stay unchanged. */
function words(...known: string[]): Reader<string> {
  const ours = new Map(known.map((word) => [word, word.replaceAll('_', '-')]))
  return (value) => {
    const word = text(value)
    return ours.get(word) ?? word
  }
}

/** Values without an underscore need no entry here. */
export const toolKind = words('switch_mode')
export const workStatus = words('in_progress')
export const stopReason = words('end_turn', 'max_tokens', 'max_turn_requests')
export const optionCategory = words('model_config', 'thought_level')
export const permissionKind = words('allow_once', 'allow_always', 'reject_once', 'reject_always')
export const patchFormat = words('git_patch')
