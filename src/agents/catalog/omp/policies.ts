import type { PolicyMeans } from '../../definition/definition-policies.ts'

export const ompPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: ['--approval-mode', 'always-ask'],
    leaves: 'reads files outside the workspace without asking',
    basis: 'run',
    note: 'nobody is there to ask, so that a tool that writes or runs a command fails',
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
    note: 'it asks for commands by permission requests and for other tools by forms',
  },
  {
    policies: ['deny'],
    transport: 'acp',
    arguments: ['--approval-mode', 'always-ask', '--no-tools'],
    basis: 'run',
  },
  { policies: ['allow'], transport: 'acp', arguments: ['--approval-mode', 'yolo'], basis: 'run' },
]
