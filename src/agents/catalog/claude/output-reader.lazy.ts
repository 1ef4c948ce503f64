import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { CreateDialog } from '../../command-line/dialog.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Claude Code's command-line output. */
export async function claudeOutputReader(): Promise<CreateOutputReader> {
  const { createClaudeReader } = await import('./events.ts')
  return createClaudeReader
}

/** Loads the dialog with a long-running Claude Code process. */
export async function claudeDialog(): Promise<CreateDialog> {
  const { createClaudeDialog } = await import('./dialog.ts')
  return createClaudeDialog
}

/** Loads the reader of session usage in Claude Code's files. */
export async function claudeStoredUsage(): Promise<ReadStoredUsage> {
  const { readClaudeUsage } = await import('./stored-usage.ts')
  return readClaudeUsage
}
