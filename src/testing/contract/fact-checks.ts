import type { CheckName } from './check-name.ts'

/** The checks that show a capability, or the suite of the real agents that does. */
export type FactCheck = { readonly checks: readonly [CheckName, ...CheckName[]] } | { readonly suite: string }

/** How each capability that a definition states from a run is shown by experiment, over ACP. */
export const factChecks: Readonly<Record<string, FactCheck>> = {
  'session.resume': { checks: ['resume', 'cli-resume'] },
  'session.load': { checks: ['load'] },
  'session.fork': { checks: ['fork'] },
  'session.list': { checks: ['list'] },
  'session.close': { checks: ['close'] },
  'session.delete': { checks: ['delete'] },
  'session.multi-turn': { checks: ['multi-turn'] },
  // Another process knows the session, so the agent has stored it.
  'session.persistence': { checks: ['resume', 'load', 'cli-resume'] },
  'session.additional-directories': { checks: ['additional-directory'] },
  'session.system-prompt': { checks: ['system-prompt'] },
  'output.text-streaming': { checks: ['streamed'] },
  'output.tool-call-streaming': { checks: ['tool-call-streaming'] },
  'output.structured': { checks: ['structured-output'] },
  'thinking.supported': { checks: ['thinking'] },
  'thinking.streaming': { checks: ['thinking'] },
  'thinking.effort': { checks: ['effort'] },
  // The budget is set on the command line, for some models only.
  'thinking.budget': { suite: 'thinking' },
  'tools.native': { checks: ['tool-read', 'tool-allow'] },
  'tools.approval': { checks: ['tool-deny', 'shell-deny'] },
  'mcp.supported': { checks: ['mcp', 'mcp-http'] },
  'mcp.stdio': { checks: ['mcp'] },
  'mcp.http': { checks: ['mcp-http'] },
  skills: { checks: ['skills'] },
  'agents-md': { checks: ['agents-md'] },
  'multi-agent.delegation': { checks: ['subagents'] },
  'interaction.steer': { checks: ['steer'] },
  'prompt.image': { checks: ['image'] },
  'prompt.audio': { checks: ['audio'] },
  'prompt.file': { checks: ['embedded-resource'] },
  'prompt.embedded-context': { checks: ['embedded-resource'] },
  // The workspaces of the checks are no repositories, and the agent has no terminal.
  'process.git-required': { checks: ['text'] },
  'process.pty-required': { checks: ['text', 'cli-text'] },
  'execution.sandboxed': { suite: 'escapes' },
  // They follow from other capabilities.
  'execution.code': { checks: ['shell-output', 'tool-kinds'] },
  'multi-agent.supported': { checks: ['subagents'] },
  'interaction.human-in-the-loop': { checks: ['tool-deny'] },
  'tools.client-provided': { checks: ['mcp'] },
  'identity.version': { checks: ['handshake'] },
}

/** The same for capabilities that differ on the command line. */
export const commandLineFactChecks: Readonly<Record<string, FactCheck>> = {
  'prompt.text': { checks: ['cli-text'] },
  'session.resume': { checks: ['cli-resume'] },
  'session.multi-turn': { checks: ['cli-resume'] },
  'output.structured': { checks: ['structured-output'] },
  'session.fork': { suite: 'resume' },
  'tools.approval': { suite: 'policies' },
  'interaction.human-in-the-loop': { suite: 'long-running' },
  'interaction.steer': { suite: 'long-running' },
  'thinking.budget': { suite: 'thinking' },
  'auth.status': { suite: 'everyday' },
  'execution.sandboxed': { suite: 'escapes' },
  'output.text-streaming': { checks: ['cli-streamed'] },
  'output.tool-call-streaming': { checks: ['cli-tool-call-streaming'] },
  'thinking.streaming': { checks: ['cli-thinking'] },
  'transport.streaming': { checks: ['cli-events'] },
  'prompt.image': { checks: ['cli-image'] },
  'session.additional-directories': { checks: ['cli-additional-directory'] },
  'execution.max-iterations': { checks: ['cli-max-turns'] },
  'agents-md': { checks: ['cli-agents-md'] },
  // Commands of the programs that Capstan does not use, and a check that Capstan turns off.
  'session.list': { suite: 'programs' },
  'process.git-required': { suite: 'programs' },
}
