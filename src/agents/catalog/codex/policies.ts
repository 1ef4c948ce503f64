import type { FolderProgram, PolicyMeans } from '../../definition/definition-policies.ts'
import { askingProgram, askingProgramSource } from './asking-program.ts'

/** A profile that reads the workspace and the files commands need to start, without network access. */
const readsOnly = ['{":minimal"="read","{programFolder}"="read",":workspace_roots"={"."="read"}}'].join('')
const withoutShell = ['--disable', 'shell_tool', '--disable', 'unified_exec']
/** Codex calls these tools before it looks at the policy. TOML has many spellings, so any other value counts. */
const opened = {
  file: '.codex/config.toml',
  pattern: '^(?!\\s*#).*approval_mode["\']?\\s*=(?!\\s*["\'](?:prompt|auto)["\'])',
  leaves: 'calls MCP tools that its settings approve without asking',
}
const readsOutside = 'reads files outside the workspace without asking'

/** In the sandbox of Capstan, the sandbox of Codex does not start for root, and it is not needed. */
const confined = { confined: true, basis: 'run', note: 'in the sandbox of Capstan' } as const

export const codexPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    form: 'one-prompt',
    arguments: ['--dangerously-bypass-approvals-and-sandbox'],
    ...confined,
  },
  { policies: ['allow-reads'], transport: 'acp', mode: 'agent-full-access', ...confined },
  {
    policies: ['ask'],
    transport: 'acp',
    mode: 'agent-full-access',
    files: [{ path: askingProgram, content: askingProgramSource }],
    program: askingProgram,
    withheld: ['CODEX_PATH'],
    ...confined,
    note: 'asks before every command and edit; the sandbox of Capstan limits what was not asked about',
  },
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
    opened,
    basis: 'run',
    note: 'enforced by the sandbox of Codex; user settings cannot widen it',
  },
  {
    policies: ['deny'],
    transport: 'cli',
    arguments: ['--config', 'sandbox_mode="read-only"', ...withoutShell],
    opened,
    basis: 'run',
    note: 'offers no commands; the sandbox refuses to write',
  },
  {
    policies: ['ask'],
    transport: 'cli',
    form: 'long-running',
    opened,
    basis: 'run',
    note: 'asks before every command, even one that only reads',
  },
  {
    policies: ['allow-reads'],
    transport: 'cli',
    form: 'long-running',
    leaves: readsOutside,
    opened,
    basis: 'run',
  },
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
    opened,
    basis: 'run',
    note: 'asks before edits; commands run in a sandbox without write or network access',
  },
  {
    policies: ['deny'],
    transport: 'acp',
    mode: 'read-only',
    jsonEnvironment: { CODEX_CONFIG: { features: { shell_tool: false, unified_exec: false } } },
    opened,
    basis: 'run',
  },
  { policies: ['allow'], transport: 'acp', mode: 'agent-full-access', basis: 'run' },
]

const servers = { path: '.codex/config.toml', pattern: 'mcp_servers' }

/** MCP servers, also those of a folder that the user did not trust; `codex exec` does not start them. */
export const codexFolderPrograms: readonly FolderProgram[] = [
  { ...servers, transport: 'acp' },
  { ...servers, transport: 'cli', policies: ['ask'] },
]
