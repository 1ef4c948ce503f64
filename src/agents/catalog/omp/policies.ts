import type { PolicyMeans } from '../../definition/definition-policies.ts'
import { readGuard } from '../pi/read-guard.ts'

const asks = ['--approval-mode', 'always-ask']
/** omp loads no other extension then, and ends if it cannot load this one. */
const flag = '--trusted-extension'
const hidden = 'omp --help leaves --trusted-extension out'
const reads = readGuard({ flag, reads: { read: 'path', grep: 'path', glob: 'path' } })
const nothing = readGuard({ flag, reads: {} })

export const ompPolicies: readonly PolicyMeans[] = [
  ...(['acp', 'cli'] as const).flatMap((transport): PolicyMeans[] => [
    {
      policies: ['allow-reads'],
      transport,
      arguments: [...asks, '--tools', 'read,grep,glob', ...reads.arguments],
      files: reads.files,
      basis: 'run',
      hidden,
      note: 'offers only reading tools; an extension of Capstan blocks paths outside the workspace',
    },
    {
      policies: ['deny'],
      transport,
      arguments: [...asks, '--no-tools', ...nothing.arguments],
      files: nothing.files,
      basis: 'run',
      hidden,
      note: "an extension of Capstan blocks the tools that the user's extensions add",
    },
    { policies: ['allow'], transport, arguments: ['--approval-mode', 'yolo'], basis: 'run' },
  ]),
  {
    policies: ['ask'],
    transport: 'acp',
    arguments: asks,
    leaves: 'reads files outside the workspace without asking',
    basis: 'run',
    note: 'sends permission requests for commands and forms for other tools',
  },
]
