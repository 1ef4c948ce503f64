import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads the reader of failures in Pi's session file. */
export async function piSigns(): Promise<AcpSigns> {
  const { readKeptFailure } = await import('./kept-failure.ts')
  return { keptFailure: readKeptFailure }
}
