import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of Copilot's headless output. */
export async function copilotHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createCopilotReader } = await import('./events.ts')
  return createCopilotReader
}
