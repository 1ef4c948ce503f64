import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of Claude Code's headless output. */
export async function claudeHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createClaudeReader } = await import('./events.ts')
  return createClaudeReader
}
