import { googleLogin } from '../../launch/cloud-variables.ts'
import type { AgentHome } from '../../definition/definition-home.ts'

/** Variables for login, provider, model and network. */
const variables = [
  'GEMINI_API_KEY',
  'GEMINI_MODEL',
  'GOOGLE_API_KEY',
  'GOOGLE_CLOUD_*',
  'GOOGLE_GENAI_*',
  'GOOGLE_GEMINI_BASE_URL',
  'GOOGLE_VERTEX_BASE_URL',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
].map((name) => `env.${name}`)

export const geminiHome: AgentHome = {
  login: ['.gemini/oauth_creds.json', '.gemini/gemini-credentials.json', '.gemini/google_accounts.json'],
  settings: [
    { file: '.env', format: 'env', fields: variables, variables: 'env' },
    { file: '.gemini/.env', format: 'env', fields: variables, variables: 'env' },
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
  // The last is the folder of a program that Gemini runs, inside of one that it writes.
  reads: ['.gemini/GEMINI.md', '.gemini/installation_id', '.gemini/tmp/bin/'],
  // Without its list of projects, it finds the folder of a project by the marks in this folder.
  keeps: ['.gemini/tmp/'],
  // It runs git in the repositories there.
  unkept: ['.gemini/history/'],
  clouds: [
    {
      chosenBy: ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_APPLICATION_CREDENTIALS', 'GEMINI_CLI_USE_COMPUTE_ADC'],
      ...googleLogin,
    },
  ],
  // The first three were seen in runs, the others are in its documentation.
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
