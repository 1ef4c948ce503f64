import type { PolicyMeans } from '../../definition/definition-policies.ts'

const nothingElse = ['--no-extensions', '--no-mcp']

export const piPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: ['--tools', 'read,grep,find,ls', ...nothingElse],
    leaves: 'reads files outside the workspace without asking',
    basis: 'run',
  },
  { policies: ['deny'], transport: 'cli', arguments: ['--no-tools', ...nothingElse], basis: 'run' },
  { policies: ['allow'], transport: 'cli', basis: 'run', note: 'never asks' },
  { policies: ['allow'], transport: 'acp', basis: 'run', note: 'never asks' },
]
