import type { CheckName } from './check-name.ts'
import { additionalDirectory, edit, toolRead } from './checks/files.ts'
import { handshake } from './checks/handshake.ts'
import { mcp } from './checks/mcp.ts'
import { toolAllow, toolDeny } from './checks/permissions.ts'
import { authError, rateLimit, serverError } from './checks/provider-errors.ts'
import { close, deleteSession, fork, list, load, resume } from './checks/sessions.ts'
import { effort, mode, model } from './checks/settings.ts'
import { cancel, crash } from './checks/stopping.ts'
import { image, text, thinking } from './checks/talk.ts'
import { usage } from './checks/usage.ts'
import type { Check } from './context.ts'

export const checks: Readonly<Record<CheckName, Check>> = {
  handshake,
  text,
  thinking,
  'tool-read': toolRead,
  'tool-allow': toolAllow,
  'tool-deny': toolDeny,
  edit,
  cancel,
  resume,
  load,
  fork,
  list,
  close,
  delete: deleteSession,
  mcp,
  image,
  'additional-directory': additionalDirectory,
  model,
  effort,
  mode,
  usage,
  'auth-error': authError,
  'rate-limit': rateLimit,
  'server-error': serverError,
  crash,
}
