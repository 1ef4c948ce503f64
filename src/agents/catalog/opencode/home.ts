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
  reads: ['.config/opencode/AGENTS.md', '.claude/CLAUDE.md'],
  keeps: ['.local/share/opencode/', '.local/state/opencode/', '.cache/opencode/'],
  hosts: [
    'models.dev',
    'opencode.ai',
    'api.anthropic.com',
    'api.openai.com',
    'generativelanguage.googleapis.com',
    'openrouter.ai',
  ],
  optionalHosts: ['registry.npmjs.org'],
  scratch: ['.opencode'],
  instructions: ['AGENTS.md', 'CLAUDE.md'],
}
