import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of Codex's headless output. */
export async function codexHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createCodexReader } = await import('./events.ts')
  return createCodexReader
}
