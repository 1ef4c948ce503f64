import type { AcpSigns } from '../../command-line/provider-sign.ts'

/** Loads the reader of Codex's retries over ACP. */
export async function codexSigns(): Promise<AcpSigns> {
  const { readCodexSigns } = await import('./acp-signs.ts')
  return { events: readCodexSigns }
}
