import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads the readers of OpenCode's retries in its log and of failures in its database. */
export async function opencodeSigns(): Promise<AcpSigns> {
  const [{ readOpencodeLog }, { readKeptFailure }] = await Promise.all([
    import('./log.ts'),
    import('./kept-failure.ts'),
  ])
  return { log: readOpencodeLog, keptFailure: readKeptFailure }
}
