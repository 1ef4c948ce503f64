import type { AcpSigns } from '../provider-sign.ts'

/** Loads what reads Claude's retries over ACP. */
export async function claudeSigns(): Promise<AcpSigns> {
  const { readClaudeSigns } = await import('./acp-signs.ts')
  return { events: readClaudeSigns }
}
