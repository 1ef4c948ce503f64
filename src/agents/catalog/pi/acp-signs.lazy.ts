import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads what reads from Pi's session file why an answer failed. */
export async function piSigns(): Promise<AcpSigns> {
  const { readKeptFailure } = await import('./kept-failure.ts')
  return { keptFailure: readKeptFailure }
}
