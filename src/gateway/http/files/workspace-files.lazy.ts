import type { WorkspaceFiles } from './workspace-files.ts'

/** Lists the files of a folder; loads the reader of `.gitignore` files on first use. */
export async function listWorkspaceLazily(root: string): Promise<WorkspaceFiles> {
  return (await import('./workspace-files.ts')).listWorkspace(root)
}
