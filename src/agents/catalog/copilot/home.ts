import type { AgentHome } from '../../definition/definition-home.ts'

const account = [
  'last_logged_in_user',
  'logged_in_users',
  'lastLoggedInUser',
  'loggedInUsers',
  'copilot_tokens',
]

export const copilotHome: AgentHome = {
  settings: [
    { file: '.copilot/config.json', format: 'json', fields: [...account, 'model', 'reasoning_effort'] },
    { file: '.copilot/settings.json', format: 'json', fields: ['model', 'effortLevel', 'provider*'] },
  ],
  // Not the cache: it holds programs of Copilot, which the agent must not change, and Copilot needs to write it.
  reads: ['.copilot/copilot-instructions.md'],
  keeps: ['.copilot/session-state/'],
  // The first two were seen in runs, the others are in its documentation.
  hosts: [
    'api.github.com',
    '*.githubcopilot.com',
    'github.com',
    'api.business.githubcopilot.com',
    'copilot-proxy.githubusercontent.com',
  ],
  instructions: ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'],
}
