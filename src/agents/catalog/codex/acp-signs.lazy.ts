import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads what reads Codex's retries over ACP. */
export async function codexSigns(): Promise<AcpSigns> {
  const { readCodexSigns } = await import('./acp-signs.ts')
  return { events: readCodexSigns }
}
