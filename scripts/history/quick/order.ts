import type { HistoryCheck } from '../../../src/agents/history/history-check.ts'
import type { QuickCheck } from './lab.ts'
import { close, fork, list, load, resume } from './sessions.ts'
import { effort, mode, model } from './settings.ts'
import { cancel, crash } from './stopping.ts'
import { authError, commands, embedded, image, streamed, thinking, usage } from './talk.ts'
import { reportedDiff, edit, mcp, shell, toolDeny, toolRead, toolWrite } from './tools.ts'

type Group = Readonly<Partial<Record<HistoryCheck, QuickCheck>>>

/** A denial comes before the first permission, and what may block the agent comes last. */
export const firstProcess: Group = {
  streamed,
  commands,
  'tool-deny': toolDeny,
  'tool-write': toolWrite,
  'tool-read': toolRead,
  edit,
  diff: reportedDiff,
  shell,
  thinking,
  usage,
  image,
  embedded,
  list,
  fork,
  model,
  effort,
  mode,
  close,
  mcp,
  cancel,
  'auth-error': authError,
}

/** After the first process was killed. */
export const secondProcess: Group = { load, resume, crash }
