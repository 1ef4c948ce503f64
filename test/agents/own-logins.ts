/** A login of an agent's own, without a key or an address of a provider. */
export interface OwnLogin {
  readonly agent: 'claude' | 'codex' | 'gemini' | 'copilot' | 'opencode' | 'pi'
  /** The files of the home with the login: the agent writes a refreshed token to the first. */
  readonly files: (state: 'valid' | 'expired') => Readonly<Record<string, string>>
  /** Variables that hold the login, or choose it. */
  readonly environment?: Readonly<Record<string, string>>
  /** What the servers of the login answer, by `METHOD host/path`. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly model?: string
  /** The codes with which the runs end over ACP and on the command line, if the simulated servers cannot answer. */
  readonly fails?: readonly [acp: string, cli: string]
  /** The request that has to reach the provider. */
  readonly call: string
  /** The tokens that it has to carry: the stored one, and one from a refresh. */
  readonly stored: RegExp
  readonly refreshed?: RegExp
}

const day = 86_400_000

function inMilliseconds(state: 'valid' | 'expired'): number {
  return Date.now() + (state === 'valid' ? day : -day)
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A token as ChatGPT issues it, without a real signature. */
function chatgptToken(name: string, expires: number): string {
  const account = { chatgpt_account_id: 'account-1', chatgpt_plan_type: 'plus', chatgpt_user_id: 'user-1' }
  const claims = { exp: Math.floor(expires / 1000), email: 'ada@example.com', jti: name }
  const parts = [{ alg: 'none' }, { ...claims, 'https://api.openai.com/auth': account }]
  return [...parts.map(part), name].join('.')
}

function chatgptTokens(name: string, expires: number): Record<string, string> {
  const token = chatgptToken(name, expires)
  return { id_token: token, access_token: token, refresh_token: `refresh-${name}` }
}

const geminiAnswer = {
  response: {
    candidates: [{ content: { role: 'model', parts: [{ text: 'A' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'gemini-2.5-pro',
  },
}

/** Anthropic's answer as a stream of events. */
const claudeAnswer = [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [],
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'A' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

/** Application default credentials, in the place where gcloud stores them. */
const googleCredentials = JSON.stringify({
  type: 'authorized_user',
  client_id: 'client',
  client_secret: 'secret',
  refresh_token: 'google-refresh',
})
const googleToken = { access_token: 'google-token', expires_in: 3000, token_type: 'Bearer' }
const vertexModel =
  'us-east5-aiplatform.googleapis.com/v1/projects/project-1/locations/us-east5/publishers/anthropic/models/claude-opus-5-5'
const vertexGemini =
  'us-central1-aiplatform.googleapis.com/v1beta1/projects/project-1/locations/us-central1/publishers/google/models/gemini-2.5-pro'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const copilotHost = 'api.individual.githubcopilot.com'

export const ownLogins: Readonly<Record<string, OwnLogin>> = {
  'Claude Code with Claude': {
    agent: 'claude',
    files: (state) => ({
      '.claude/.credentials.json': JSON.stringify({
        claudeAiOauth: {
          accessToken: 'claude-stored',
          refreshToken: 'claude-refresh',
          expiresAt: inMilliseconds(state),
          scopes: ['user:inference', 'user:profile'],
          subscriptionType: 'max',
        },
      }),
    }),
    answers: {
      'POST platform.claude.com/v1/oauth/token': {
        token_type: 'Bearer',
        access_token: 'claude-refreshed',
        refresh_token: 'claude-refresh-2',
        expires_in: 28_800,
        scope: 'user:inference user:profile',
      },
    },
    call: 'POST api.anthropic.com/v1/messages',
    stored: /^Bearer claude-stored$/,
    refreshed: /^Bearer claude-refreshed$/,
  },
  'Codex with ChatGPT': {
    agent: 'codex',
    files: (state) => ({
      '.codex/auth.json': JSON.stringify({
        OPENAI_API_KEY: null,
        tokens: { ...chatgptTokens('codex-stored', inMilliseconds(state)), account_id: 'account-1' },
        last_refresh: new Date(inMilliseconds(state) - day).toISOString(),
      }),
    }),
    answers: {
      'POST auth.openai.com/oauth/token': chatgptTokens('codex-refreshed', Date.now() + day),
      'GET chatgpt.com/backend-api/wham/accounts/check': {
        accounts: [
          {
            id: 'account-1',
            name: 'Ada',
            structure: 'personal',
            workspace_backend_origin: 'https://chatgpt.com',
            account_routing_override: 'NO_CONSTRAINT',
          },
        ],
        account_ordering: ['account-1'],
        default_account_id: 'account-1',
      },
    },
    model: 'gpt-5.5',
    call: 'POST chatgpt.com/backend-api/codex/responses',
    stored: /\.codex-stored$/,
    refreshed: /\.codex-refreshed$/,
  },
  'Gemini CLI with Google': {
    agent: 'gemini',
    files: (state) => ({
      '.gemini/oauth_creds.json': JSON.stringify({
        access_token: 'gemini-stored',
        refresh_token: 'gemini-refresh',
        token_type: 'Bearer',
        scope,
        expiry_date: inMilliseconds(state),
      }),
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'oauth-personal' } } }),
    }),
    answers: {
      'POST oauth2.googleapis.com/tokeninfo': { expires_in: 3000, scope, aud: 'a', token_type: 'Bearer' },
      'POST oauth2.googleapis.com/token': {
        access_token: 'gemini-refreshed',
        expires_in: 3000,
        scope,
        token_type: 'Bearer',
      },
      'POST cloudcode-pa.googleapis.com/v1internal:loadCodeAssist': {
        currentTier: { id: 'standard-tier', name: 'Standard' },
        cloudaicompanionProject: 'project-1',
      },
      'POST cloudcode-pa.googleapis.com/v1internal:streamGenerateContent': `data: ${JSON.stringify(geminiAnswer)}\n\n`,
    },
    model: 'gemini-2.5-pro',
    call: 'POST cloudcode-pa.googleapis.com/v1internal:streamGenerateContent',
    stored: /^Bearer gemini-stored$/,
    refreshed: /^Bearer gemini-refreshed$/,
  },
  'Pi with Claude': {
    agent: 'pi',
    files: (state) => ({
      '.pi/agent/auth.json': JSON.stringify({
        anthropic: {
          type: 'oauth',
          access: 'sk-ant-oat-pi-stored',
          refresh: 'pi-refresh',
          expires: inMilliseconds(state),
        },
      }),
    }),
    answers: {
      'POST platform.claude.com/v1/oauth/token': {
        access_token: 'sk-ant-oat-pi-refreshed',
        refresh_token: 'pi-refresh-2',
        expires_in: 28_800,
      },
    },
    model: 'anthropic/claude-opus-4-6',
    call: 'POST api.anthropic.com/v1/messages',
    stored: /^Bearer sk-ant-oat-pi-stored$/,
    refreshed: /^Bearer sk-ant-oat-pi-refreshed$/,
  },
  'OpenCode with ChatGPT': {
    agent: 'opencode',
    files: (state) => ({
      '.local/share/opencode/auth.json': JSON.stringify({
        openai: {
          type: 'oauth',
          access: chatgptToken('opencode-stored', inMilliseconds(state)),
          refresh: 'opencode-refresh',
          expires: inMilliseconds(state),
          accountId: 'account-1',
        },
      }),
    }),
    answers: {
      'POST auth.openai.com/oauth/token': {
        ...chatgptTokens('opencode-refreshed', Date.now() + day),
        expires_in: 28_800,
      },
    },
    model: 'openai/gpt-5.5',
    call: 'POST chatgpt.com/backend-api/codex/responses',
    stored: /\.opencode-stored$/,
    refreshed: /\.opencode-refreshed$/,
  },
  'Copilot with GitHub': {
    agent: 'copilot',
    files: () => ({}),
    environment: { COPILOT_GITHUB_TOKEN: 'gho_copilot-stored' },
    answers: {
      'GET api.github.com/copilot_internal/user': {
        login: 'ada',
        copilot_plan: 'individual',
        chat_enabled: true,
        cli_enabled: true,
        endpoints: { api: `https://${copilotHost}`, telemetry: `https://${copilotHost}` },
      },
      [`GET ${copilotHost}/models`]: {
        object: 'list',
        data: [
          {
            id: 'gpt-5.4',
            name: 'GPT-5.4',
            object: 'model',
            vendor: 'OpenAI',
            version: 'gpt-5.4',
            model_picker_enabled: true,
            policy: { state: 'enabled' },
            capabilities: {
              type: 'chat',
              family: 'gpt-5.4',
              limits: { max_context_window_tokens: 200_000, max_prompt_tokens: 128_000 },
              supports: { streaming: true, tool_calls: true },
            },
            supported_endpoints: ['/chat/completions', '/responses'],
          },
        ],
      },
    },
    model: 'gpt-5.4',
    call: `POST ${copilotHost}/responses`,
    stored: /gho_copilot-stored$/,
  },
  'Claude Code with Google Cloud': {
    agent: 'claude',
    files: () => ({ '.config/gcloud/application_default_credentials.json': googleCredentials }),
    environment: {
      CLAUDE_CODE_USE_VERTEX: '1',
      CLOUD_ML_REGION: 'us-east5',
      ANTHROPIC_VERTEX_PROJECT_ID: 'project-1',
    },
    answers: {
      'POST oauth2.googleapis.com/token': googleToken,
      [`POST ${vertexModel}:streamRawPredict`]: claudeAnswer,
    },
    call: `POST ${vertexModel}:streamRawPredict`,
    stored: /^Bearer google-token$/,
  },
  'Claude Code with AWS': {
    agent: 'claude',
    files: () => ({
      '.aws/config': '[profile work]\nregion = us-east-1\n',
      '.aws/credentials': '[work]\naws_access_key_id = AKIA-of-work\naws_secret_access_key = none\n',
    }),
    environment: {
      CLAUDE_CODE_USE_BEDROCK: '1',
      AWS_REGION: 'us-east-1',
      AWS_PROFILE: 'work',
      CLAUDE_CODE_MAX_RETRIES: '0',
    },
    answers: {},
    // Its answers are in a binary format, and the bridge reports no status for a model that is missing.
    fails: ['AGENT_ERROR', 'PROVIDER_ERROR'],
    call: 'POST bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-opus-5-5/invoke-with-response-stream',
    stored: /^AWS4-HMAC-SHA256 Credential=AKIA-of-work\//,
  },
  'Gemini CLI with Google Cloud': {
    agent: 'gemini',
    files: () => ({
      '.config/gcloud/application_default_credentials.json': googleCredentials,
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'vertex-ai' } } }),
    }),
    environment: {
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_CLOUD_PROJECT: 'project-1',
      GOOGLE_CLOUD_LOCATION: 'us-central1',
    },
    answers: {
      'POST oauth2.googleapis.com/token': googleToken,
      [`POST ${vertexGemini}:streamGenerateContent`]: `data: ${JSON.stringify(geminiAnswer.response)}\n\n`,
    },
    model: 'gemini-2.5-pro',
    call: `POST ${vertexGemini}:streamGenerateContent`,
    stored: /^Bearer google-token$/,
  },
}
