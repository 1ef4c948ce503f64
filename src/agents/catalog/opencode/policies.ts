import type { FolderProgram, PolicyMeans } from '../../definition/definition-policies.ts'

/** Permissions of an agent that Capstan adds: user and top-level permissions do not apply to it. */
function ownAgent(permission: Readonly<Record<string, unknown>>): PolicyMeans['jsonEnvironment'] {
  return { OPENCODE_CONFIG_CONTENT: { agent: { capstan: { mode: 'primary', permission } } } }
}

const reads = ownAgent({
  '*': 'deny',
  read: 'allow',
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  external_directory: 'deny',
})
const nothing = ownAgent({ '*': 'deny', external_directory: 'deny' })
const questions = ownAgent({ '*': 'ask', external_directory: 'ask' })
const chosen = ['--agent', 'capstan']

export const opencodePolicies: readonly PolicyMeans[] = [
  { policies: ['allow-reads'], transport: 'acp', jsonEnvironment: reads, mode: 'capstan', basis: 'run' },
  { policies: ['deny'], transport: 'acp', jsonEnvironment: nothing, mode: 'capstan', basis: 'run' },
  { policies: ['ask'], transport: 'acp', jsonEnvironment: questions, mode: 'capstan', basis: 'run' },
  { policies: ['allow-reads'], transport: 'cli', jsonEnvironment: reads, arguments: chosen, basis: 'run' },
  { policies: ['deny'], transport: 'cli', jsonEnvironment: nothing, arguments: chosen, basis: 'run' },
  { policies: ['allow'], transport: 'cli', arguments: ['--auto'], basis: 'run' },
]

const starting = '"(?:mcp|lsp|plugin|formatter)"|\\\\u'

/** OpenCode merges the settings of all folders up to the root of the repository. */
export const opencodeFolderPrograms: readonly FolderProgram[] = [
  ...['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map(
    (path) => ({ path, parents: true, pattern: starting }) as const,
  ),
  ...['plugin', 'plugins', 'tool', 'tools'].map(
    (name) => ({ path: `.opencode/${name}`, parents: true }) as const,
  ),
]
