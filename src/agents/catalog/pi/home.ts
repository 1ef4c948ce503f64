import type { AgentHome } from '../../definition/definition-home.ts'

export const piHome: AgentHome = {
  login: ['.pi/agent/auth.json'],
  settings: [
    { file: '.pi/agent/models.json', format: 'json', fields: ['*'] },
    {
      file: '.pi/agent/settings.json',
      format: 'json',
      fields: [
        'defaultProvider',
        'defaultModel',
        'defaultThinkingLevel',
        'enabledModels',
        'retry',
        'compaction',
      ],
    },
  ],
  reads: ['.pi/agent/AGENTS.md', '.pi/agent/CLAUDE.md', '.pi/agent/SYSTEM.md', '.pi/agent/APPEND_SYSTEM.md'],
  keeps: ['.pi/agent/sessions/'],
  hosts: ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai'],
  manyProviders: true,
  optionalHosts: ['pi.dev'],
  instructions: ['AGENTS.md', 'CLAUDE.md'],
}
