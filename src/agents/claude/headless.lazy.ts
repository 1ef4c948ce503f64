import type { CreateHeadlessReader } from '../headless-events.ts'
import type { CreateLiveDialog } from '../live-dialog.ts'
import type { ReadStoredUsage } from '../stored-usage.ts'

/** Loads the reader of Claude Code's headless output. */
export async function claudeHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createClaudeReader } = await import('./events.ts')
  return createClaudeReader
}

/** Loads what speaks with Claude Code while it stays open. */
export async function claudeLiveDialog(): Promise<CreateLiveDialog> {
  const { createClaudeDialog } = await import('./dialog.ts')
  return createClaudeDialog
}

/** Loads what reads the usage of a session from Claude Code's files. */
export async function claudeStoredUsage(): Promise<ReadStoredUsage> {
  const { readClaudeUsage } = await import('./stored-usage.ts')
  return readClaudeUsage
}
