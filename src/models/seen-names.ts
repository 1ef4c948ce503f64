// Names in the programs' own spelling. Ids are listed for agents without a bundled catalog; models without any data
// are left out.

/** Providers with the same name in OpenCode 1.18.34 and Pi 1.5.0, makers of models first. */
const shared = namesIn(`
  anthropic openai google xai deepseek moonshotai zai minimax meta mistral xiaomi opencode opencode-go github-copilot
  openrouter amazon-bedrock google-vertex groq cerebras`)

export const opencodeProviders = [...shared, ...namesIn('alibaba vercel togetherai fireworks-ai')]

export const piProviders = [...shared, ...namesIn('openai-codex kimi-coding')]

/** GitHub Copilot CLI 1.0.102: the values of `model` in `copilot help config`. */
export const copilotIds = namesIn(`
  claude-sonnet-5.5 claude-sonnet-5 claude-sonnet-4.6 claude-fable-5.1 claude-fable-5 claude-opus-5.5 claude-opus-5
  claude-opus-4.8 claude-opus-4.8-fast claude-haiku-5.5 claude-haiku-4.5 gpt-6.1-sol gpt-6-sol gpt-6-luna gpt-6-astra gpt-5.6-sol
  gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.3-codex gpt-5-mini mai-code-1.1-flash gemini-4-argon
  gemini-3.8-flash gemini-3.7-flash grok-4.7 grok-4.6 grok-4.5 kimi-k3`)

/** omp 18.2.3: the values of its `model` option over ACP, with two providers configured; Opus 5.5 from its catalog. */
export const ompIds = namesIn(`
  anthropic/claude-fable-5 anthropic/claude-fable-5-1 anthropic/claude-haiku-4-5 anthropic/claude-haiku-4-5-20251001
  anthropic/claude-opus-4-5 anthropic/claude-opus-4-5-20251101 anthropic/claude-opus-4-6 anthropic/claude-opus-4-7
  anthropic/claude-opus-4-8 anthropic/claude-opus-5 anthropic/claude-opus-5-5 anthropic/claude-sonnet-4-5
  anthropic/claude-sonnet-4-5-20250929 anthropic/claude-sonnet-4-6 anthropic/claude-sonnet-5 openai/gpt-4
  openai/gpt-4-turbo openai/gpt-4.1 openai/gpt-4.1-mini openai/gpt-4.1-nano openai/gpt-4o openai/gpt-4o-2024-05-13
  openai/gpt-4o-2024-08-06 openai/gpt-4o-2024-11-20 openai/gpt-4o-mini openai/gpt-5 openai/gpt-5-chat-latest
  openai/gpt-5-mini openai/gpt-5-nano openai/gpt-5-pro openai/gpt-5.1 openai/gpt-5.2 openai/gpt-5.2-chat-latest
  openai/gpt-5.2-pro openai/gpt-5.3-chat-latest openai/gpt-5.3-codex openai/gpt-5.3-codex-spark openai/gpt-5.4
  openai/gpt-5.4-mini openai/gpt-5.4-nano openai/gpt-5.4-pro openai/gpt-5.5 openai/gpt-5.5-pro openai/gpt-5.6
  openai/gpt-5.6-cyber openai/gpt-5.6-luna openai/gpt-5.6-sol openai/gpt-5.6-terra openai/gpt-6-astra openai/o1
  openai/o1-pro openai/o3 openai/o3-mini openai/o3-pro openai/o4-mini`)

/** OpenClaw 2026.9.6: the models in `openclaw agent exec --help` that are not local. */
export const openclawIds = namesIn('openai/gpt-6-astra anthropic/claude-sonnet-4-6')

function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
