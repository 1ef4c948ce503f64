import type { PolicyMeans } from '../../definition/definition-policies.ts'
import { readGuard } from './read-guard.ts'

const nothingElse = ['--no-extensions', '--no-mcp']
const guard = readGuard({
  flag: '--extension',
  reads: { read: 'path', grep: 'path', find: 'path', ls: 'path' },
})

export const piPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: ['--tools', 'read,grep,find,ls', ...nothingElse, ...guard.arguments],
    files: guard.files,
    basis: 'run',
    note: 'offers only reading tools; an extension of Capstan blocks paths outside the workspace',
  },
  { policies: ['deny'], transport: 'cli', arguments: ['--no-tools', ...nothingElse], basis: 'run' },
  { policies: ['allow'], transport: 'cli', basis: 'run', note: 'never asks' },
  { policies: ['allow'], transport: 'acp', basis: 'run', note: 'never asks' },
]
