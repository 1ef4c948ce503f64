/** A provider that agents for many providers know. */
interface ProviderLogin {
  /** Its entries in login files. */
  readonly names: readonly string[]
  /** The variables with its key. */
  readonly variables: readonly string[]
  /** The hosts of its models and of its login. */
  readonly hosts: readonly string[]
}

/** The names are those of models.dev and of Pi 1.5.0; the addresses are also in the programs of Pi and OpenCode 1.18.33. */
const providerLogins: readonly ProviderLogin[] = [
  {
    names: ['anthropic'],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_OAUTH_TOKEN'],
    hosts: ['api.anthropic.com', 'platform.claude.com'],
  },
  {
    names: ['openai', 'openai-codex'],
    variables: ['OPENAI_API_KEY'],
    hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  },
  {
    names: ['github-copilot'],
    variables: ['COPILOT_GITHUB_TOKEN'],
    hosts: ['api.github.com', 'github.com', '*.githubcopilot.com'],
  },
  {
    names: ['google'],
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    hosts: ['generativelanguage.googleapis.com'],
  },
  { names: ['openrouter'], variables: ['OPENROUTER_API_KEY'], hosts: ['openrouter.ai'] },
  { names: ['xai'], variables: ['XAI_API_KEY'], hosts: ['api.x.ai', 'auth.x.ai'] },
  { names: ['groq'], variables: ['GROQ_API_KEY'], hosts: ['api.groq.com'] },
  { names: ['mistral'], variables: ['MISTRAL_API_KEY'], hosts: ['api.mistral.ai'] },
  { names: ['deepseek'], variables: ['DEEPSEEK_API_KEY'], hosts: ['api.deepseek.com'] },
  { names: ['cerebras'], variables: ['CEREBRAS_API_KEY'], hosts: ['api.cerebras.ai'] },
  {
    names: ['together', 'togetherai'],
    variables: ['TOGETHER_API_KEY'],
    hosts: ['api.together.ai', 'api.together.xyz'],
  },
  { names: ['fireworks', 'fireworks-ai'], variables: ['FIREWORKS_API_KEY'], hosts: ['api.fireworks.ai'] },
  { names: ['baseten'], variables: ['BASETEN_API_KEY'], hosts: ['inference.baseten.co'] },
  { names: ['nvidia'], variables: ['NVIDIA_API_KEY'], hosts: ['integrate.api.nvidia.com'] },
  { names: ['huggingface'], variables: ['HF_TOKEN'], hosts: ['router.huggingface.co'] },
  {
    names: ['vercel', 'vercel-ai-gateway'],
    variables: ['AI_GATEWAY_API_KEY'],
    hosts: ['ai-gateway.vercel.sh'],
  },
  { names: ['zai', 'zai-coding-plan'], variables: ['ZAI_API_KEY'], hosts: ['api.z.ai'] },
  {
    names: ['zai-coding-cn', 'zhipuai', 'zhipuai-coding-plan'],
    variables: ['ZAI_CODING_CN_API_KEY', 'ZHIPU_API_KEY'],
    hosts: ['open.bigmodel.cn'],
  },
  { names: ['minimax'], variables: ['MINIMAX_API_KEY'], hosts: ['api.minimax.io'] },
  { names: ['minimax-cn'], variables: ['MINIMAX_CN_API_KEY'], hosts: ['api.minimaxi.com'] },
  {
    names: ['moonshotai', 'moonshotai-cn'],
    variables: ['MOONSHOT_API_KEY'],
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
  },
  { names: ['kimi-coding', 'kimi-for-coding'], variables: ['KIMI_API_KEY'], hosts: ['api.kimi.com'] },
  { names: ['opencode', 'opencode-go'], variables: ['OPENCODE_API_KEY'], hosts: ['opencode.ai'] },
  { names: ['meta'], variables: ['META_API_KEY'], hosts: ['api.meta.ai'] },
  { names: ['xiaomi'], variables: ['XIAOMI_API_KEY'], hosts: ['api.xiaomimimo.com'] },
  { names: ['radius'], variables: ['RADIUS_API_KEY'], hosts: ['radius.pi.dev'] },
]

/** What shows that the user has a login: variables, and names of login files. */
export interface StoredLogins {
  readonly environment: Readonly<Record<string, string>>
  readonly names: readonly string[]
}

/** The hosts of the providers for which the user has a login; without `logins`, of all. */
export function providerHosts(logins?: StoredLogins): string[] {
  return providerLogins
    .filter(
      ({ names, variables }) =>
        logins === undefined ||
        variables.some((name) => (logins.environment[name] ?? '') !== '') ||
        names.some((name) => logins.names.includes(name)),
    )
    .flatMap(({ hosts }) => hosts)
}
