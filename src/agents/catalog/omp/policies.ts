import type { PolicyMeans } from '../../definition/definition-policies.ts'

export const ompPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: ['--approval-mode', 'always-ask'],
    leaves: 'reads files outside the workspace without asking',
    basis: 'run',
    note: 'cannot ask, so tools that write or run commands fail',
  },
  {
    policies: ['deny'],
    transport: 'cli',
    arguments: ['--approval-mode', 'always-ask', '--no-tools'],
    basis: 'run',
  },
  { policies: ['allow'], transport: 'cli', arguments: ['--approval-mode', 'yolo'], basis: 'run' },
  {
    policies: ['ask', 'allow-reads'],
    transport: 'acp',
    arguments: ['--approval-mode', 'always-ask'],
    leaves: 'reads files outside the workspace without asking',
    basis: 'run',
    note: 'sends permission requests for commands and forms for other tools',
  },
  {
    policies: ['deny'],
    transport: 'acp',
    arguments: ['--approval-mode', 'always-ask', '--no-tools'],
    basis: 'run',
  },
  { policies: ['allow'], transport: 'acp', arguments: ['--approval-mode', 'yolo'], basis: 'run' },
]
