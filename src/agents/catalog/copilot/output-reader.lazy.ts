import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Copilot's command-line output. */
export async function copilotOutputReader(): Promise<CreateOutputReader> {
  const { createCopilotReader } = await import('./events.ts')
  return createCopilotReader
}

/** Loads the reader of session usage in Copilot's files. */
export async function copilotStoredUsage(): Promise<ReadStoredUsage> {
  const { readCopilotUsage } = await import('./stored-usage.ts')
  return readCopilotUsage
}
