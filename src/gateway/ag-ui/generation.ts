/**
 * The two generations of clients. `current` says its version in the input of a run; `legacy`, everything before 1.0,
 * says none and refuses what it does not know.
 */
export type Generation = 'current' | 'legacy'

/** The version we speak with clients that say theirs. */
export const protocolVersion = '1.0'

/** Which generation an input comes from. */
export function generationOf(input: { readonly protocolVersion?: string | undefined }): Generation {
  return input.protocolVersion === undefined ? 'legacy' : 'current'
}
