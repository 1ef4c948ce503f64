import type { CheckName } from './check-name.ts'

/** The checks that show a capability, or why no check does. */
export type FactCheck = { readonly checks: readonly [CheckName, ...CheckName[]] } | { readonly none: string }

/** Only the sim states it, whose source shows that it is missing. */
const missing = 'the sim has no such feature, so there is nothing to try'

/** How each capability that a definition states from a run is shown by experiment. */
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
  'thinking.budget': {
    none: 'the budget is set on the command line for some models only; the suite `thinking` of the real agents tries it',
  },
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
  'execution.sandboxed': {
    none: 'the sandbox is the one of the operating system; the suite `sandbox` of the real agents tries it',
  },
  'transport.streaming': {
    none: 'it is about the output format of a command line, which its definition test reads from a recording',
  },
  'output.image': { none: missing },
  'output.audio': { none: missing },
  'prompt.pdf': { none: missing },
  'tools.parallel': { none: missing },
  'execution.parallel': { none: missing },
  'interaction.repl': { none: missing },
  'state.memory': { none: missing },
  plugins: { none: missing },
  'auth.status': {
    none: 'it is about the login of the user, which no check touches; `capstan agents` asks it',
  },
}
