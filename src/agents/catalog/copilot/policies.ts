import type { PolicyMeans } from '../../definition/definition-policies.ts'

const withheld = ['COPILOT_ALLOW_ALL']

export const copilotPolicies: readonly PolicyMeans[] = [
  ...(['acp', 'cli'] as const).flatMap((transport): PolicyMeans[] => [
    {
      policies: ['allow-reads'],
      transport,
      arguments: ['--available-tools=view,grep,glob'],
      withheld,
      basis: 'run',
      note: "offers only reading tools; the system's temporary folder counts as part of the workspace",
    },
    { policies: ['deny'], transport, arguments: ['--available-tools=none'], withheld, basis: 'run' },
  ]),
  { policies: ['ask'], transport: 'acp', withheld, basis: 'run' },
  { policies: ['allow'], transport: 'acp', arguments: ['--allow-all'], basis: 'run' },
  { policies: ['allow'], transport: 'cli', arguments: ['--yolo'], basis: 'run' },
]
