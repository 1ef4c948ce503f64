import type { FolderProgram, PolicyMeans } from '../../definition/definition-policies.ts'
import { readGuard } from '../pi/read-guard.ts'

const asks = ['--approval-mode', 'always-ask']
/** omp loads no other extension then, and ends if it cannot load this one. */
const flag = '--trusted-extension'
const hidden = 'omp --help leaves --trusted-extension out'
const readingTools = { read: 'path', grep: 'path', glob: 'path' }
const reads = readGuard({ flag, reads: readingTools })
const questions = readGuard({ flag, reads: readingTools, asks: 'unasked' })
const nothing = readGuard({ flag, reads: {} })

/** Settings of the user that allow a tool count more than the approval mode, and these settings more than both. */
const overlay = 'ask.yml'
const prompted = Object.fromEntries(
  [
    'ast_edit',
    'bash',
    'debug',
    'edit',
    'eval',
    'github',
    'hub',
    'learn',
    'lsp',
    'manage_skill',
    'security_scan',
    'task',
    'web_search',
    'write',
  ].map((tool) => [tool, 'prompt']),
)

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
    arguments: [...asks, '--config', `{runFolder}/${overlay}`, ...questions.arguments],
    files: [
      ...questions.files,
      { path: overlay, content: JSON.stringify({ tools: { approval: prompted } }) },
    ],
    basis: 'run',
    hidden,
    note: 'sends permission requests for commands and forms for other tools; an extension of Capstan asks about paths outside the workspace and about tools that settings allow',
  },
]

/** omp loads these tools, and on its command line these servers, before the model says anything. */
export const ompFolderPrograms: readonly FolderProgram[] = [
  { path: '.omp/tools' },
  { path: '.claude/tools' },
  { path: '.omp/mcp.json', transport: 'cli' },
  { path: '.mcp.json', transport: 'cli' },
]
