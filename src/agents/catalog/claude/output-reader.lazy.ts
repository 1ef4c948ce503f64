import type { CreateOutputReader } from '../../command-line/output-reader.ts'
import type { CreateDialog } from '../../command-line/dialog.ts'
import type { ReadStoredUsage } from '../../command-line/stored-usage.ts'

/** Loads the reader of Claude Code's headless output. */
export async function claudeOutputReader(): Promise<CreateOutputReader> {
  const { createClaudeReader } = await import('./events.ts')
  return createClaudeReader
}

/** Loads what speaks with Claude Code while it stays open. */
export async function claudeDialog(): Promise<CreateDialog> {
  const { createClaudeDialog } = await import('./dialog.ts')
  return createClaudeDialog
}

/** Loads what reads the usage of a session from Claude Code's files. */
export async function claudeStoredUsage(): Promise<ReadStoredUsage> {
  const { readClaudeUsage } = await import('./stored-usage.ts')
  return readClaudeUsage
}
