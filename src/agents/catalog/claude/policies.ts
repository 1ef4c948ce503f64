import type { PolicyMeans } from '../../definition/definition-policies.ts'

/**
 * Ignores permission rules and hooks of the user and the workspace. Reads only the workspace's settings file: without
 * that file, the agent does not read CLAUDE.md.
 */
const managed = JSON.stringify({
  allowManagedPermissionRulesOnly: true,
  allowManagedHooksOnly: true,
  permissions: { disableBypassPermissionsMode: 'disable' },
})
const own = ['--permission-mode', 'manual', '--setting-sources=project', '--managed-settings', managed]
const hidden = '--managed-settings is not in the help'
const readingTools = ['Read', 'Grep', 'Glob']

function overAcp(tools?: readonly string[]): Pick<PolicyMeans, 'sessionMeta' | 'mode'> {
  const options = { settingSources: ['project'], extraArgs: { 'managed-settings': managed } }
  return {
    sessionMeta: { claudeCode: { options: { ...options, ...(tools === undefined ? {} : { tools }) } } },
    mode: 'default',
  }
}

export const claudePolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'acp',
    ...overAcp(readingTools),
    basis: 'run',
    note: 'offers only reading tools; asks before reading outside the workspace',
  },
  { policies: ['ask'], transport: 'acp', ...overAcp(), basis: 'run' },
  { policies: ['deny'], transport: 'acp', ...overAcp([]), basis: 'run', note: 'offers no tools' },
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
  {
    policies: ['allow'],
    transport: 'cli',
    arguments: ['--dangerously-skip-permissions'],
    basis: 'run',
    note: 'as root, only with IS_SANDBOX=1',
  },
]
