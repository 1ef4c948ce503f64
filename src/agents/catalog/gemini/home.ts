import type { AgentHome } from '../../definition/definition-home.ts'

export const geminiHome: AgentHome = {
  login: ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json', '.gemini/google_accounts.json'],
  settings: [
    {
      file: '.gemini/settings.json',
      format: 'json',
      fields: [
        'security.auth',
        'model',
        'modelConfigs',
        'general.maxAttempts',
        'general.retryFetchErrors',
        'general.sessionRetention',
        'selectedAuthType',
      ],
    },
  ],
  reads: ['.gemini/GEMINI.md', '.gemini/installation_id'],
  keeps: ['.gemini/tmp/', '.gemini/history/', '.gemini/projects.json'],
  hosts: [
    'generativelanguage.googleapis.com',
    'cloudcode-pa.googleapis.com',
    'oauth2.googleapis.com',
    'aiplatform.googleapis.com',
    '{GOOGLE_CLOUD_LOCATION}-aiplatform.googleapis.com',
  ],
  optionalHosts: ['play.googleapis.com'],
  instructions: ['GEMINI.md'],
}
