import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads the reader of Claude's retries over ACP. */
export async function claudeSigns(): Promise<AcpSigns> {
  const { readClaudeSigns } = await import('./acp-signs.ts')
  return { events: readClaudeSigns }
}
