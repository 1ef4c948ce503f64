import type { CreateHeadlessReader } from '../headless-events.ts'
import type { SessionGuard } from '../session-guard.ts'
import type { ReadStoredUsage } from '../stored-usage.ts'

/** Loads the reader of Gemini CLI's headless output. */
export async function geminiHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createGeminiReader } = await import('./events.ts')
  return createGeminiReader
}

/** Loads what reads the usage of a session from Gemini CLI's files. */
export async function geminiStoredUsage(): Promise<ReadStoredUsage> {
  const { readGeminiUsage } = await import('./stored-usage.ts')
  return readGeminiUsage
}

/** Loads what keeps Gemini CLI from damaging a session that it loads. */
export async function geminiSessionGuard(): Promise<SessionGuard> {
  const { guardGeminiSession } = await import('./session-guard.ts')
  return guardGeminiSession
}
