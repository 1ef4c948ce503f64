import type { AgentHome } from '../../definition/definition-home.ts'

export const openclawHome: AgentHome = {
  settings: [
    {
      file: '.openclaw/openclaw.json',
      format: 'json',
      fields: ['models', 'auth', 'agents.defaults.model', 'agents.defaults.models'],
    },
  ],
  keeps: ['.openclaw/state/', '.openclaw/agents/'],
  hosts: ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai'],
  manyProviders: true,
  instructions: ['AGENTS.md'],
}
