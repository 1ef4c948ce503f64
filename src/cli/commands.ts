import type { CommandEntry } from './command.ts'

/** Every command, in the order help shows them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'agents',
    summary: 'list known agents and which are installed',
    load: async () => (await import('./commands/agents.ts')).agents,
  },
  {
    name: 'capabilities',
    summary: 'show what an agent can do; convert, check and explain declarations',
    load: async () => (await import('./commands/capabilities/index.ts')).capabilities,
  },
  {
    name: 'compare',
    summary: 'compare the capabilities of agents',
    load: async () => (await import('./commands/compare.ts')).compareAgents,
  },
  {
    name: 'pick',
    summary: 'choose an agent by what you need and what it costs',
    load: async () => (await import('./commands/pick.ts')).pick,
  },
  {
    name: 'models',
    summary: 'list, show, validate and refresh models',
    load: async () => (await import('./commands/models/index.ts')).models,
  },
  {
    name: 'cost',
    summary: 'calculate what a request costs',
    load: async () => (await import('./commands/cost.ts')).costOf,
  },
  {
    name: 'run',
    summary: 'send an agent a prompt and show what it does',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'probe',
    summary: 'start agents and ask for their capabilities',
    load: async () => (await import('./commands/probe.ts')).probe,
  },
  {
    name: 'verify',
    summary: 'try what installed agents claim, without a login or a model',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'session',
    summary: 'run long-lived agents that message each other and you',
    load: async () => (await import('./commands/session/index.ts')).session,
  },
  {
    name: 'fleet',
    summary: 'list the nodes that share sessions, or drain one',
    load: async () => (await import('./commands/fleet/index.ts')).fleet,
  },
  {
    name: 'actions',
    summary: 'list and run registered actions',
    load: async () => (await import('./commands/actions.ts')).actions,
  },
  {
    name: 'a2e',
    summary: 'serve agents over A2E, or call an A2E host',
    load: async () => (await import('./commands/a2e/index.ts')).a2e,
  },
  {
    name: 'serve',
    summary: 'serve agents over HTTP (AG-UI and web page)',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'config',
    summary: 'show and edit the configuration, or trust a project file',
    load: async () => (await import('./commands/config/index.ts')).config,
  },
  {
    name: 'install',
    summary: 'install an agent',
    load: async () => (await import('./commands/install.ts')).installAgent,
  },
  {
    name: 'update',
    summary: 'update an agent to the version Capstan supports',
    load: async () => (await import('./commands/update.ts')).updateAgent,
  },
  {
    name: 'uninstall',
    summary: 'remove an agent that Capstan installed',
    load: async () => (await import('./commands/uninstall.ts')).uninstallAgent,
  },
  {
    name: 'doctor',
    summary: 'find problems on this machine and how to fix them',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'print the completion script for a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
]
