import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of Gemini CLI's headless output. */
export async function geminiHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createGeminiReader } = await import('./events.ts')
  return createGeminiReader
}
