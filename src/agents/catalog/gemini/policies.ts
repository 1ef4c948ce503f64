import type { PolicyMeans } from '../../definition/definition-policies.ts'

const file = 'policy.toml'
const readingTools = ['read_file', 'glob', 'grep_search', 'list_directory', 'read_many_files']

function rule(tools: string, decision: string, priority: number): string {
  return `[[rule]]\ntoolName = ${tools}\ndecision = "${decision}"\npriority = ${priority}\n`
}

/** An administrator's policy overrides the policies of the user and the workspace. */
function adminPolicy(...rules: readonly string[]): Pick<PolicyMeans, 'arguments' | 'files'> {
  return {
    arguments: ['--admin-policy', `{runFolder}/${file}`],
    files: [{ path: file, content: rules.join('\n') }],
  }
}

const denyAll = rule('"*"', 'deny', 900)
const allowReads = rule(JSON.stringify(readingTools), 'allow', 950)

export const geminiPolicies: readonly PolicyMeans[] = [
  ...(['acp', 'cli'] as const).flatMap((transport): PolicyMeans[] => [
    {
      policies: ['allow-reads'],
      transport,
      ...adminPolicy(denyAll, allowReads),
      basis: 'run',
      note: "Gemini's own tools read only inside the workspace",
    },
    { policies: ['deny'], transport, ...adminPolicy(denyAll), basis: 'run' },
  ]),
  {
    policies: ['ask'],
    transport: 'acp',
    ...adminPolicy(rule('"*"', 'ask_user', 900)),
    mode: 'default',
    opened: {
      file: '.gemini/settings.json',
      pattern: '^(?!\\s*//).*"trust"\\s*:\\s*true',
      leaves: 'calls tools of MCP servers that its settings trust without asking',
    },
    basis: 'run',
  },
  { policies: ['allow'], transport: 'acp', mode: 'yolo', basis: 'run' },
  { policies: ['allow'], transport: 'cli', arguments: ['--approval-mode', 'yolo'], basis: 'run' },
]
