import type { AgentHome } from '../../definition/definition-home.ts'

export const codexHome: AgentHome = {
  login: ['.codex/auth.json'],
  settings: [
    {
      file: '.codex/config.toml',
      format: 'toml',
      fields: [
        'model',
        'model_provider',
        'model_providers',
        'model_reasoning_effort',
        'model_reasoning_summary',
        'model_verbosity',
        'model_context_window',
        'model_max_output_tokens',
        'model_auto_compact_token_limit',
        'model_supports_reasoning_summaries',
        'plan_mode_reasoning_effort',
        'service_tier',
        'openai_base_url',
        'chatgpt_base_url',
        'preferred_auth_method',
        'forced_login_method',
        'forced_chatgpt_workspace_id',
        'cli_auth_credentials_store',
        'oss_provider',
        'personality',
        'web_search',
      ],
    },
  ],
  reads: ['.codex/AGENTS.md', '.codex/AGENTS.override.md'],
  keeps: ['.codex/sessions/', '.codex/archived_sessions/'],
  hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com', 'bedrock-runtime.{AWS_REGION}.amazonaws.com'],
  optionalHosts: ['github.com', 'api.github.com'],
  instructions: ['AGENTS.md', 'AGENTS.override.md'],
}
