import type { PolicyMeans } from '../../definition/definition-policies.ts'

/** A profile that reads the workspace and what its commands need to start, and reaches no network. */
const readsOnly = ['{":minimal"="read","{programFolder}"="read",":workspace_roots"={"."="read"}}'].join('')
const withoutShell = ['--disable', 'shell_tool', '--disable', 'unified_exec']
const readsOutside = 'reads files outside the workspace without asking'

export const codexPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    form: 'one-prompt',
    arguments: [
      '--config',
      'default_permissions="capstan"',
      '--config',
      `permissions.capstan={filesystem=${readsOnly},network={enabled=false}}`,
    ],
    basis: 'run',
    note: 'its own sandbox; a mode or a sandbox setting of the user does not widen it',
  },
  {
    policies: ['deny'],
    transport: 'cli',
    arguments: ['--config', 'sandbox_mode="read-only"', ...withoutShell],
    basis: 'run',
    note: 'no command is offered, and its sandbox refuses to write',
  },
  {
    policies: ['ask'],
    transport: 'cli',
    form: 'long-running',
    basis: 'run',
    note: 'asks for every command, also for one that reads',
  },
  { policies: ['allow-reads'], transport: 'cli', form: 'long-running', leaves: readsOutside, basis: 'run' },
  {
    policies: ['allow'],
    transport: 'cli',
    form: 'one-prompt',
    arguments: ['--dangerously-bypass-approvals-and-sandbox'],
    basis: 'run',
  },
  {
    policies: ['ask', 'allow-reads'],
    transport: 'acp',
    mode: 'read-only',
    leaves: readsOutside,
    basis: 'run',
    note: 'edits are asked for; commands run in a sandbox that cannot write and has no network',
  },
  {
    policies: ['deny'],
    transport: 'acp',
    mode: 'read-only',
    jsonEnvironment: { CODEX_CONFIG: { features: { shell_tool: false, unified_exec: false } } },
    basis: 'run',
  },
  { policies: ['allow'], transport: 'acp', mode: 'agent-full-access', basis: 'run' },
]
