import { awsLogin, googleLogin } from '../../launch/cloud-variables.ts'
import type { AgentHome } from '../../definition/definition-home.ts'

/** Variables of the settings for login, provider, model and network. */
const variables = [
  'ANTHROPIC_*',
  'AWS_*',
  'CLOUD_ML_REGION',
  'VERTEX_REGION_*',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_*',
  'CLAUDE_CODE_SKIP_*',
  'CLAUDE_CODE_MAX_*',
  'CLAUDE_CODE_EFFORT_LEVEL',
  'CLAUDE_CODE_SUBAGENT_MODEL',
  'CLAUDE_CODE_API_KEY_HELPER_TTL_MS',
  'CLAUDE_CODE_DISABLE_*',
  'MAX_THINKING_TOKENS',
  'API_TIMEOUT_MS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
]

const account = ['oauthAccount', 'userID', 'primaryApiKey', 'hasCompletedOnboarding']

export const claudeHome: AgentHome = {
  login: ['.claude/.credentials.json'],
  settings: [
    {
      file: '.claude/settings.json',
      format: 'json',
      fields: [
        'apiKeyHelper',
        'model',
        'fallbackModel',
        'availableModels',
        'modelOverrides',
        'effortLevel',
        'alwaysThinkingEnabled',
        'forceLoginMethod',
        'forceLoginOrgUUID',
        'language',
        ...variables.map((name) => `env.${name}`),
      ],
      variables: 'env',
      keyCommands: ['apiKeyHelper'],
    },
    { file: '.claude.json', format: 'json', fields: account },
    // With CLAUDE_CONFIG_DIR, the file is in that folder.
    { file: '.claude/.claude.json', format: 'json', fields: account },
  ],
  reads: ['.claude/CLAUDE.md'],
  keeps: ['.claude/projects/'],
  clouds: [
    {
      chosenBy: ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_MANTLE', 'CLAUDE_CODE_USE_ANTHROPIC_AWS'],
      ...awsLogin,
    },
    { chosenBy: ['CLAUDE_CODE_USE_VERTEX'], ...googleLogin },
  ],
  // The first two were seen in runs, the others are in its documentation.
  hosts: [
    'api.anthropic.com',
    'platform.claude.com',
    'console.anthropic.com',
    'bedrock-runtime.{AWS_REGION}.amazonaws.com',
    '{CLOUD_ML_REGION}-aiplatform.googleapis.com',
    '{ANTHROPIC_FOUNDRY_RESOURCE}.services.ai.azure.com',
  ],
  uncounted: ['CLAUDE_CODE_USE_BEDROCK'],
  instructions: ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md'],
}
