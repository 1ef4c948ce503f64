import type { FolderProgram, PolicyMeans } from '../../definition/definition-policies.ts'

/**
 * Ignores permission rules and hooks of the user and the workspace. Reads only the workspace's settings file: without
 * that file, the agent does not read CLAUDE.md.
 */
const managed = JSON.stringify({
  allowManagedPermissionRulesOnly: true,
  allowManagedHooksOnly: true,
  permissions: { disableBypassPermissionsMode: 'disable' },
})
function settingsOf(sources: string): string[] {
  return ['--permission-mode', 'manual', `--setting-sources=${sources}`, '--managed-settings', managed]
}
const hidden = '--managed-settings is not in the help'
const readingTools = ['Read', 'Grep', 'Glob']

function overAcp(
  settingSources: readonly string[],
  tools?: readonly string[],
): Pick<PolicyMeans, 'sessionMeta' | 'mode'> {
  const options = { settingSources, extraArgs: { 'managed-settings': managed } }
  return {
    sessionMeta: { claudeCode: { options: { ...options, ...(tools === undefined ? {} : { tools }) } } },
    mode: 'default',
  }
}

/** The means of the limiting policies with settings of these sources. */
function limiting(...sources: readonly string[]): PolicyMeans[] {
  const own = settingsOf(sources.join(','))
  return [
    {
      policies: ['allow-reads'],
      transport: 'acp',
      ...overAcp(sources, readingTools),
      basis: 'run',
      note: 'offers only reading tools; asks before reading outside the workspace',
    },
    { policies: ['ask'], transport: 'acp', ...overAcp(sources), basis: 'run' },
    { policies: ['deny'], transport: 'acp', ...overAcp(sources, []), basis: 'run', note: 'offers no tools' },
    {
      policies: ['allow-reads'],
      transport: 'cli',
      arguments: [`--tools=${readingTools.join(',')}`, ...own],
      basis: 'run',
      hidden,
      note: 'offers only reading tools; refuses to read outside the workspace',
    },
    { policies: ['ask'], transport: 'cli', form: 'long-running', arguments: own, basis: 'run', hidden },
    {
      policies: ['deny'],
      transport: 'cli',
      arguments: ['--tools=', '--strict-mcp-config', ...own],
      basis: 'run',
      hidden,
      note: 'offers no tools',
    },
  ]
}

export const claudePolicies: readonly PolicyMeans[] = [
  ...limiting('project'),
  // The user's settings of the sandbox hold login, provider and model, but no permissions.
  ...limiting('user', 'project').map((means) => ({ ...means, confined: true }) as const),
  {
    policies: ['allow'],
    transport: 'cli',
    arguments: ['--dangerously-skip-permissions'],
    basis: 'run',
    note: 'as root, only with IS_SANDBOX=1',
  },
]

const servers = { path: '.mcp.json', parents: true } as const

/** Under `deny`, the command line ignores MCP servers of settings. */
export const claudeFolderPrograms: readonly FolderProgram[] = [
  { ...servers, transport: 'acp' },
  { ...servers, transport: 'cli', policies: ['ask', 'allow-reads'] },
  { path: '.claude/settings.json', pattern: '"apiKeyHelper"|\\\\u' },
]
