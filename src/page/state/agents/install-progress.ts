import type { InstallProgress } from '../../../gateway/http/api/jobs/install-stream.ts'

/** The state of an installation on the page. */
export interface InstallState {
  readonly status: 'running' | 'done' | 'failed'
  /** The last line that the installer printed, or why it failed. */
  readonly text: string
  readonly hint?: string | undefined
}

export const installStarted: InstallState = { status: 'running', text: 'Starting the installer' }

/** The state after a line of the gateway's answer. */
export function withProgress(state: InstallState, line: InstallProgress): InstallState {
  switch (line.type) {
    case 'output':
      return { ...state, text: lastLine(line.text) ?? state.text }
    case 'done':
      return { status: 'done', text: 'Installed' }
    case 'failed':
      return { status: 'failed', text: line.message, hint: line.hint }
  }
}

function lastLine(text: string): string | undefined {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .findLast((line) => line !== '')
}
