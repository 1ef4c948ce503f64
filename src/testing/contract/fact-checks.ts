import type { CheckName } from './check-name.ts'

/** The checks that show a capability, the suite of the real agents that does, or why nothing does. */
export type FactCheck =
  | { readonly checks: readonly [CheckName, ...CheckName[]] }
  | { readonly suite: string }
  | { readonly none: string }

/** Only the sim states it, whose source shows that it is missing. */
const missing = 'the sim has no such feature, so there is nothing to try'

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
  'output.json-mode': {
    none: 'a mode without a schema looks like any other answer at the provider of a scripted model',
  },
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
  'execution.sandboxed': { suite: 'sandbox' },
  'output.image': { none: missing },
  'output.audio': { none: missing },
  'prompt.pdf': { none: missing },
  'tools.parallel': { none: missing },
  'execution.parallel': { none: missing },
  'interaction.repl': { none: missing },
  'state.memory': { none: missing },
  plugins: { none: missing },
  // They follow from other capabilities.
  'execution.code': { checks: ['shell-output', 'tool-kinds'] },
  'multi-agent.supported': { checks: ['subagents'] },
  'interaction.human-in-the-loop': { checks: ['tool-deny'] },
  'tools.client-provided': { checks: ['mcp'] },
  'identity.version': { checks: ['handshake'] },
}

const recorded: FactCheck = {
  none: 'it is about the output format, which a test of the catalog reads from a recording',
}
const byHand: FactCheck = { none: 'it was tried by hand, with a flag or a command of the program' }

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
  'execution.sandboxed': { suite: 'sandbox' },
  'output.text-streaming': recorded,
  'output.tool-call-streaming': recorded,
  'thinking.streaming': recorded,
  'transport.streaming': recorded,
  'prompt.image': byHand,
  'session.list': byHand,
  'session.additional-directories': byHand,
  'execution.max-iterations': byHand,
  'agents-md': byHand,
  'process.git-required': byHand,
}
