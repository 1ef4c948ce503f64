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
        'context.fileName',
      ],
      // Otherwise it asks for play.googleapis.com, which is not needed.
      set: { privacy: { usageStatisticsEnabled: false } },
    },
  ],
  reads: ['.gemini/GEMINI.md', '.gemini/installation_id'],
  // Without its list of projects, it finds the folder of a project by the marks in these folders.
  keeps: ['.gemini/tmp/', '.gemini/history/'],
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
