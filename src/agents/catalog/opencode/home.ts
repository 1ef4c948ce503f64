import type { AgentHome } from '../../definition/definition-home.ts'

const settings = ['opencode.json', 'opencode.jsonc', 'config.json'].map(
  (file) =>
    ({
      file: `.config/opencode/${file}`,
      format: 'json',
      fields: ['model', 'small_model', 'provider', 'disabled_providers', 'enabled_providers', 'username'],
    }) as const,
)

export const opencodeHome: AgentHome = {
  login: ['.local/share/opencode/auth.json'],
  settings,
  // OpenCode runs the programs of its cache.
  reads: [
    '.config/opencode/AGENTS.md',
    '.claude/CLAUDE.md',
    '.local/state/opencode/model.json',
    ...['models.json', 'bin/', 'node_modules/', 'packages/'].map((name) => `.cache/opencode/${name}`),
  ],
  keeps: ['.local/share/opencode/'],
  unkept: ['bin/', 'snapshot/', 'repos/', 'worktree/'].map((name) => `.local/share/opencode/${name}`),
  hosts: [
    'models.dev',
    'opencode.ai',
    'api.anthropic.com',
    'api.openai.com',
    'generativelanguage.googleapis.com',
    'openrouter.ai',
  ],
  manyProviders: true,
  optionalHosts: ['registry.npmjs.org'],
  scratch: ['.opencode'],
  instructions: ['AGENTS.md', 'CLAUDE.md'],
}
