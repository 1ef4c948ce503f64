import type { CommandEntry } from './command.ts'

/** Every command, in the order help shows them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'agents',
    summary: 'list the agents, and which of them are installed',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'capabilities',
    summary: 'see what an agent can do; convert, check and explain what agents say',
    load: async () => (await import('./commands/capabilities/index.ts')).capabilities,
  },
  {
    name: 'compare',
    summary: 'see where agents differ',
    load: async () => (await import('./commands/compare.ts')).compareAgents,
  },
  {
    name: 'models',
    summary: 'list, show, validate and refresh the models of an agent',
    load: async () => (await import('./commands/models/index.ts')).models,
  },
  {
    name: 'cost',
    summary: 'see what a request costs',
    load: async () => (await import('./commands/cost.ts')).costOf,
  },
  {
    name: 'run',
    summary: 'give an agent a prompt, and see what it does',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'probe',
    summary: 'start agents and ask them what they can do',
    load: async () => (await import('./commands/probe.ts')).probe,
  },
  {
    name: 'sessions',
    summary: 'list the sessions an agent keeps, and what was said in one',
    load: async () => (await import('./commands/sessions.ts')).sessions,
  },
  {
    name: 'session',
    summary: 'keep agents open that write to each other and to you',
    load: async () => (await import('./commands/session/index.ts')).session,
  },
  {
    name: 'actions',
    summary: 'list and invoke what sessions and people can have done',
    load: async () => (await import('./commands/actions.ts')).actions,
  },
  {
    name: 'a2e',
    summary: 'serve agents over A2E, and speak with hosts that do',
    load: async () => (await import('./commands/a2e/index.ts')).a2e,
  },
  {
    name: 'serve',
    summary: 'serve agents as AG-UI agents over HTTP',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'config',
    summary: 'show and change the configuration, and trust that of a project',
    load: async () => (await import('./commands/config/index.ts')).config,
  },
  {
    name: 'install',
    summary: 'install an agent',
    load: async () => (await import('./commands/install.ts')).installAgent,
  },
  {
    name: 'update',
    summary: 'bring an agent to the version Capstan knows',
    load: async () => (await import('./commands/update.ts')).updateAgent,
  },
  {
    name: 'uninstall',
    summary: 'remove what Capstan installed',
    load: async () => (await import('./commands/uninstall.ts')).uninstallAgent,
  },
  {
    name: 'doctor',
    summary: 'find what would stop a run, and how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'print the completions for a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
]
