import type { AgentHome } from '../../definition/definition-home.ts'

export const ompHome: AgentHome = {
  settings: [
    { file: '.omp/agent/models.yml', format: 'yaml', fields: ['*'] },
    {
      file: '.omp/agent/config.yml',
      format: 'yaml',
      fields: ['modelRoles', 'defaultThinkingLevel', 'enabledModels', 'retry', 'compaction'],
    },
  ],
  reads: ['.omp/agent/AGENTS.md'],
  keeps: ['.omp/agent/sessions/'],
  hosts: ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai'],
  manyProviders: true,
  // Its login is in a database, which cannot be copied as text.
  login: [],
  // omp locks session files by binding abstract sockets.
  datagrams: true,
  instructions: ['AGENTS.md', 'CLAUDE.md'],
}
