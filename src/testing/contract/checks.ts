import type { Check } from './check.ts'
import type { CheckName } from './check-name.ts'
import { additionalDirectory, edit, toolRead } from './checks/files.ts'
import { agentsMd, skills, systemPrompt } from './checks/instructions.ts'
import { audio, embeddedResource, image, resourceLink } from './checks/modalities.ts'
import { authError, cutStream, overloaded, rateLimit, serverError } from './checks/provider-errors.ts'
import { billedTokens, reportedCost } from './checks/billing.ts'
import { cancel, crash } from './checks/stopping.ts'
import { close, deleteSession, fork, list, load, resume } from './checks/sessions.ts'
import { commandLineResume, commandLineText } from './checks/command-line/talk.ts'
import {
  commandLineAgentsMd,
  commandLineDirectory,
  commandLineImage,
  commandLineMaxTurns,
} from './checks/command-line/inputs.ts'
import {
  commandLineEvents,
  commandLineStreamed,
  commandLineThinking,
  commandLineToolCallStreaming,
} from './checks/command-line/streaming.ts'
import { commands, plan, structuredOutput, subagents } from './checks/reports.ts'
import { effort } from './checks/effort.ts'
import { handshake } from './checks/handshake.ts'
import { longOutput, longPrompt } from './checks/long.ts'
import { mcp } from './checks/mcp.ts'
import { mcpHttp } from './checks/mcp-http.ts'
import { mode, model } from './checks/settings.ts'
import { multiTurn, parallelSessions } from './checks/conversations.ts'
import { orphans, secretsInArguments } from './checks/leftovers.ts'
import { policyAllowReads, policyDeny } from './checks/policies.ts'
import { shellDeny, shellOutput, toolCallStreaming, toolKinds } from './checks/shell.ts'
import { steer } from './checks/steer.ts'
import { streamed, text, thinking } from './checks/talk.ts'
import { toolAllow, toolDeny } from './checks/permissions.ts'
import { usage } from './checks/usage.ts'

export const checks: Readonly<Record<CheckName, Check>> = {
  handshake,
  text,
  streamed,
  thinking,
  'long-output': longOutput,
  'long-prompt': longPrompt,
  image,
  'embedded-resource': embeddedResource,
  'resource-link': resourceLink,
  audio,
  'tool-read': toolRead,
  'tool-allow': toolAllow,
  'tool-deny': toolDeny,
  'tool-kinds': toolKinds,
  'tool-call-streaming': toolCallStreaming,
  edit,
  'shell-output': shellOutput,
  'shell-deny': shellDeny,
  'policy-deny': policyDeny,
  'policy-allow-reads': policyAllowReads,
  'additional-directory': additionalDirectory,
  mcp,
  'mcp-http': mcpHttp,
  'structured-output': structuredOutput,
  plan,
  subagents,
  commands,
  'agents-md': agentsMd,
  skills,
  'system-prompt': systemPrompt,
  'multi-turn': multiTurn,
  'parallel-sessions': parallelSessions,
  cancel,
  steer,
  resume,
  load,
  fork,
  list,
  close,
  delete: deleteSession,
  model,
  effort,
  mode,
  usage,
  'billed-tokens': billedTokens,
  cost: reportedCost,
  'auth-error': authError,
  'rate-limit': rateLimit,
  'server-error': serverError,
  overloaded,
  'cut-stream': cutStream,
  crash,
  orphans,
  'secrets-in-arguments': secretsInArguments,
  'cli-text': commandLineText,
  'cli-resume': commandLineResume,
  'cli-streamed': commandLineStreamed,
  'cli-thinking': commandLineThinking,
  'cli-events': commandLineEvents,
  'cli-tool-call-streaming': commandLineToolCallStreaming,
  'cli-image': commandLineImage,
  'cli-additional-directory': commandLineDirectory,
  'cli-max-turns': commandLineMaxTurns,
  'cli-agents-md': commandLineAgentsMd,
}
