/**
 * The two generations of clients. `current` clients send their version in the run input; `legacy` clients, before 1.0,
 * send none and reject unknown fields.
 */
export type Generation = 'current' | 'legacy'

/** The protocol version for current clients. */
export const protocolVersion = '1.0'

/** The generation of the client that sent an input. */
export function generationOf(input: { readonly protocolVersion?: string | undefined }): Generation {
  return input.protocolVersion === undefined ? 'legacy' : 'current'
}
