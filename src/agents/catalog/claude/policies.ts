import type { PolicyMeans } from '../../definition/definition-policies.ts'

/**
 * Permission rules and hooks of the user and of the workspace do not count. Of the settings files only the one that
 * comes with the workspace is read: without it the agent reads no CLAUDE.md.
 */
const managed = JSON.stringify({
  allowManagedPermissionRulesOnly: true,
  allowManagedHooksOnly: true,
  permissions: { disableBypassPermissionsMode: 'disable' },
})
const own = ['--permission-mode', 'manual', '--setting-sources=project', '--managed-settings', managed]
const hidden = '--managed-settings is left out of the help'
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
    note: 'only tools that read are offered, and reading outside the workspace asks',
  },
  { policies: ['ask'], transport: 'acp', ...overAcp(), basis: 'run' },
  { policies: ['deny'], transport: 'acp', ...overAcp([]), basis: 'run', note: 'no tool is offered' },
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: [`--tools=${readingTools.join(',')}`, ...own],
    basis: 'run',
    hidden,
    note: 'only tools that read are offered, and reading outside the workspace is refused',
  },
  { policies: ['ask'], transport: 'cli', form: 'long-running', arguments: own, basis: 'run', hidden },
  {
    policies: ['deny'],
    transport: 'cli',
    arguments: ['--tools=', '--strict-mcp-config', ...own],
    basis: 'run',
    hidden,
    note: 'no tool is offered',
  },
  {
    policies: ['allow'],
    transport: 'cli',
    arguments: ['--dangerously-skip-permissions'],
    basis: 'run',
    note: 'as root only with IS_SANDBOX=1',
  },
]
