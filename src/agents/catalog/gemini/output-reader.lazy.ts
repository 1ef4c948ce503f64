import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { SessionGuard } from '../../command-line/session-guard.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Gemini CLI's command-line output. */
export async function geminiOutputReader(): Promise<CreateOutputReader> {
  const { createGeminiReader } = await import('./events.ts')
  return createGeminiReader
}

/** Loads the reader of session usage in Gemini CLI's files. */
export async function geminiStoredUsage(): Promise<ReadStoredUsage> {
  const { readGeminiUsage } = await import('./stored-usage.ts')
  return readGeminiUsage
}

/** Loads the guard that keeps Gemini CLI from damaging a session it loads. */
export async function geminiSessionGuard(): Promise<SessionGuard> {
  const { guardGeminiSession } = await import('./session-guard.ts')
  return guardGeminiSession
}
