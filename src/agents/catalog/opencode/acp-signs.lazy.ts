import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads what reads OpenCode's retries in its log, and why an answer failed in its database. */
export async function opencodeSigns(): Promise<AcpSigns> {
  const [{ readOpencodeLog }, { readKeptFailure }] = await Promise.all([
    import('./acp-signs.ts'),
    import('./kept-failure.ts'),
  ])
  return { log: readOpencodeLog, keptFailure: readKeptFailure }
}
