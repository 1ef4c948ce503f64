// An agent as a model of the AI SDK; another one takes over if it cannot answer: node answer.ts claude,codex "…"
import { generateText } from 'ai'
import { CapstanError } from 'capstan'
import { createAgentProvider } from 'capstan/ai-sdk'

const [list = 'sim', prompt = 'read package.json and say done'] = process.argv.slice(2)
const [agent = 'sim', ...fallback] = list.split(',')
const agents = createAgentProvider({
  cwd: process.cwd(),
  permissions: 'allow-reads',
  maxCostUsd: 0.5,
  noSession: true,
})

try {
  await answer()
} catch (error) {
  if (!CapstanError.isInstance(error)) throw error
  console.error(`${error.code}: ${error.message}. ${error.hint ?? ''}`)
  process.exitCode = 1
}

async function answer(): Promise<void> {
  // `auto` is the best installed agent that supports these needs; the next best take over.
  const model = agent === 'auto' ? agents.auto({ needs: ['prompt.image'] }) : agents(agent, { fallback })
  const { text, content, totalUsage, providerMetadata } = await generateText({ model, prompt })
  for (const part of content) if (part.type === 'tool-call') console.log(`[${part.toolName}]`)
  console.log(text.trim())
  const { agent: answered = agent, agentChanges = [] } = (providerMetadata?.capstan ?? {}) as {
    agent?: string
    agentChanges?: { previousAgent?: string; reason: string }[]
  }
  for (const { previousAgent, reason } of agentChanges)
    console.log(`${previousAgent} could not answer: ${reason}`)
  console.log(`answered by ${answered}, ${totalUsage.totalTokens ?? '?'} tokens`)
}
