import type { AcpSigns } from '../provider-sign.ts'

/** Loads what reads OpenCode's failed requests in its log. */
export async function opencodeSigns(): Promise<AcpSigns> {
  const { opencodeLogSign } = await import('./acp-signs.ts')
  return { log: opencodeLogSign }
}
